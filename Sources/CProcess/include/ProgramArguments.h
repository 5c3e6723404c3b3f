#pragma once

// The arguments that the program was started with, as the loader passed them.

// Returns how many there are, with the program's name. 0 if the loader didn't say.
int program_argument_count(void);

// Returns an argument, or NULL if there's none with this index. It stays valid.
const char *program_argument(int index);
