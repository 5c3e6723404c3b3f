#pragma once
// GitHub's version of the reference implementation of CommonMark.
#include <cmark-gfm.h>
#include <cmark-gfm-core-extensions.h>
