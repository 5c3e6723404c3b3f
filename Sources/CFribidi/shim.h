#pragma once
// The Unicode Bidirectional Algorithm. Its constants are macros that Swift doesn't see, and each
// step needs arrays of its own.
#include <fribidi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

// Returns the direction of a character that has a strong one: 1 from left to right, -1 from right
// to left; 0 for any other.
static inline int rl_bidi_direction(uint32_t scalar) {
  FriBidiCharType type = fribidi_get_bidi_type(scalar);
  if (!FRIBIDI_IS_STRONG(type)) return 0;
  return FRIBIDI_IS_RTL(type) ? -1 : 1;
}

// Finds the embedding level of each character of a paragraph: rules X1 to I2 of UAX #9.
// Returns false without memory.
static inline bool rl_bidi_levels(
    const uint32_t *scalars, int count, bool is_right_to_left, int8_t *levels) {
  FriBidiCharType *types = malloc(sizeof *types * (size_t)count);
  FriBidiBracketType *brackets = malloc(sizeof *brackets * (size_t)count);
  bool found = false;
  if (types != NULL && brackets != NULL) {
    FriBidiParType base = is_right_to_left ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
    fribidi_get_bidi_types(scalars, count, types);
    fribidi_get_bracket_types(scalars, count, types, brackets);
    found = fribidi_get_par_embedding_levels_ex(types, brackets, count, &base, levels) != 0;
  }
  free(brackets);
  free(types);
  return found;
}

// Orders the characters of a line: rules L1 and L2. `order` has their indices, and then those from
// left to right. Also gives characters the form for their place: brackets are mirrored (rule L4), and
// if `joins`, Arabic letters are joined to their neighbours. Returns false without memory.
static inline bool rl_bidi_order(
    uint32_t *scalars, int count, bool is_right_to_left, bool joins, int8_t *levels,
    int32_t *order) {
  FriBidiCharType *types = malloc(sizeof *types * (size_t)count);
  FriBidiArabicProp *joining = malloc(sizeof *joining * (size_t)count);
  bool found = false;
  if (types != NULL && joining != NULL) {
    FriBidiParType base = is_right_to_left ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
    fribidi_get_bidi_types(scalars, count, types);
    fribidi_get_joining_types(scalars, count, joining);
    fribidi_join_arabic(types, count, levels, joining);
    // No ligatures, because they take a cell less than their letters.
    FriBidiFlags flags = FRIBIDI_FLAG_SHAPE_MIRRORING | (joins ? FRIBIDI_FLAG_SHAPE_ARAB_PRES : 0);
    fribidi_shape(flags, levels, count, joining, scalars);
    found = fribidi_reorder_line(0, types, count, 0, base, levels, NULL, order) != 0;
  }
  free(joining);
  free(types);
  return found;
}
