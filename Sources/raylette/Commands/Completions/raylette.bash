# Completions of raylette for bash. The program itself finds them.

_raylette() {
  local rest=${COMP_LINE:0:COMP_POINT} program blank piece part line i
  local -a words
  # Bash splits words at characters such as : and =, too. Joins what no space divides.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    blank=${rest%%[![:space:]]*}
    rest=${rest#"$blank"}
    piece=$rest
    ((i < COMP_CWORD)) && piece=${COMP_WORDS[i]}
    rest=${rest#"$piece"}
    if [[ -z $blank && $i -gt 0 ]]; then
      words[${#words[@]} - 1]+=$piece
    else
      words+=("$piece")
    fi
  done
  part=$piece
  # The characters that split words are words by themselves, and aren't replaced.
  [[ $part == *[!:=]* ]] || part=
  program=${words[0]/#~\//$HOME/}
  type -P -- "$program" >/dev/null || program=raylette

  local files=
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ -z $files ]]; then
      files=$line
    else
      COMPREPLY+=("$line")
    fi
  done <<<"$("$program" ---complete bash "$part" "${words[@]:1}" 2>/dev/null)"
  if [[ $files == files ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do
      [[ -n $line ]] && COMPREPLY+=("$line")
    done <<<"$(compgen -f -- "$2")"
  fi
}

complete -F _raylette raylette
