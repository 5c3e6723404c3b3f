#pragma once

// What Resources/packaging/build says about the program that it builds. Swift has no constants whose
// values come from the command line of the compiler.

// The hash of the commit; empty if it isn't known.
const char *build_commit(void);

// The libraries that the program is made of, divided by ; with their name, version, licence and how
// they're linked, divided by |. Empty if they aren't known.
const char *build_libraries(void);
