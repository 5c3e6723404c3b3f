#pragma once

// Limits how much memory the C library keeps for itself once the program has freed it, so that a
// program that's open for long doesn't grow. Nothing where that library isn't glibc.
void freed_memory_limit(void);
