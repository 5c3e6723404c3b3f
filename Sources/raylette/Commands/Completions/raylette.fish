# Completions of raylette for fish. The program itself finds them.

# Prints what the program answers: whether the word can be a file, and then the candidates.
function __raylette_answer
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
    set -e words[1]
    command -q -- $program; or set program raylette
    command $program ---complete fish '' $words "$word" 2>/dev/null
end

function __raylette_takes_files
    set -l lines (__raylette_answer)
    test "$lines[1]" = files
end

function __raylette_candidates
    set -l lines (__raylette_answer)
    set -e lines[1]
    for line in $lines
        printf '%s\n' $line
    end
end

complete -c raylette -e
complete -c raylette -f -k -a '(__raylette_candidates)'
complete -c raylette -n __raylette_takes_files -F
