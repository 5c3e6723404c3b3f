#pragma once
// The reference implementation of CommonMark.
#include <cmark.h>
