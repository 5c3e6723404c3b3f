#compdef raylette
# Completions of raylette for zsh. The program itself finds them.

_raylette() {
  local program=${(Q)words[1]} text line ret=1
  local -a before lines texts shown
  program=${program/#\~\//$HOME/}
  whence -p -- "$program" >/dev/null || program=raylette
  ((CURRENT > 2)) && before=("${(@Q)words[2,CURRENT-1]}")

  lines=("${(@f)$(command "$program" ---complete zsh '' "${before[@]}" "${(Q)PREFIX}" 2>/dev/null)}")
  for line in "${(@)lines[2,-1]}"; do
    text=${line%%$'\t'*}
    [[ -n $text ]] || continue
    texts+=("$text")
    if [[ $line == *$'\t'?* ]]; then
      shown+=("$text  -- ${line#*$'\t'}")
    else
      shown+=("$text")
    fi
  done
  if ((${#texts})); then
    # One a line, if there's something to say about them.
    if [[ ${texts[1]} == ${shown[1]} ]]; then
      compadd -V raylette -a texts && ret=0
    else
      compadd -V raylette -l -d shown -a texts && ret=0
    fi
  fi
  [[ ${lines[1]} == files ]] && _files && ret=0
  return ret
}

if [[ ${funcstack[1]} == _raylette ]]; then
  _raylette "$@"
else
  compdef _raylette raylette
fi
