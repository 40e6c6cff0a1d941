# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What ./run and ./test share: find and install what is missing, run a step quietly, configure a build once.
# Sourced with $top set to the project's folder.

log_folder=$top/build/log
mkdir -p "$log_folder"

say() { printf '%s\n' "$*"; }

die() {
    printf '%s\n' "$*" >&2
    exit 1
}

# step TITLE LOG COMMAND… runs a command with its output in build/log/LOG; shows what matters of it only when it fails.
step() {
    step_title=$1
    step_log=$log_folder/$2
    shift 2
    printf '%s … ' "$step_title"
    step_start=$(date +%s)
    if "$@" >"$step_log" 2>&1 </dev/null; then
        say "$(($(date +%s) - step_start)) s"
        return 0
    fi
    say "failed"
    grep -vE '^\[ *[0-9]+(/[0-9]+|%)\] (Building|Linking|Built) ' "$step_log" # those went well
    return 1
}

has_command() {
    case $1 in
    *'|'*) command -v "${1%%|*}" >/dev/null 2>&1 || has_command "${1#*|}" ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
    esac
}

has_debian_package() {
    case $(dpkg-query -W -f '${Status}' "$1" 2>/dev/null) in
    *" installed") return 0 ;;
    *) return 1 ;;
    esac
}

# Is the thing of one table row here? $1 the check, $2 the Debian package (asked for where pkg-config is missing itself).
is_here() {
    case $1 in
    command:*) has_command "${1#*:}" ;;
    debian:*) ! has_command dpkg-query || has_debian_package "${1#*:}" ;;
    library:*)
        if has_command pkg-config; then
            pkg-config --exists "${1#*:}"
        else
            has_command dpkg-query && has_debian_package "$2"
        fi
        ;;
    esac
}

# missing_packages COLUMN SET… prints the names in that column of the rows whose thing is not here.
missing_packages() {
    missing_column=$1
    shift
    while read -r row_set row_check debian fedora arch brew; do
        case " $* " in *" $row_set "*) ;; *) continue ;; esac
        is_here "$row_check" "$debian" && continue
        case $missing_column in
        debian) row_name=$debian ;;
        fedora) row_name=$fedora ;;
        arch) row_name=$arch ;;
        brew) row_name=$brew ;;
        esac
        [ "$row_name" = - ] || printf ' %s' "$row_name"
    done <"$top/scripts/packages.txt"
}

name_packages_elsewhere() {
    say "This system has no apt-get. Please install these, then start again:"
    say "  Fedora    sudo dnf install$(missing_packages fedora "$@")"
    say "  Arch      sudo pacman -S --needed$(missing_packages arch "$@")"
    say "  Homebrew  brew install$(missing_packages brew "$@")"
    exit 1
}

# The lists may be absent (a fresh machine) or old (a file is gone from the mirror): they are fetched when installing fails.
apt_install() {
    $as_root apt-get install -y --no-install-recommends "$@" && return 0
    $as_root apt-get update && $as_root apt-get install -y --no-install-recommends "$@"
}

# need SET… installs what is missing of these sets, or says what to install and stops.
need() {
    need_list=$(missing_packages debian "$@")
    [ -n "$need_list" ] || return 0
    has_command apt-get || name_packages_elsewhere "$@"
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        has_command sudo || die "Please have an administrator run: apt-get install$need_list"
        as_root="sudo DEBIAN_FRONTEND=noninteractive"
        say "To be installed, for which sudo may ask for your password:$need_list"
        sudo -v || die "Without sudo, please have an administrator run: apt-get install$need_list"
    fi
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086 # a list of words
    step "Installing$need_list" install.txt apt_install $need_list || die "apt-get could not install$need_list"
}

# is_configured FOLDER: a build folder that CMake finished with, for this very place of the project.
is_configured() {
    [ -e "$1/build.ninja" ] || [ -e "$1/Makefile" ] || return 1
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$top" "$1/CMakeCache.txt" 2>/dev/null
}

# configure FOLDER OPTION… makes a build folder anew.
configure() {
    configure_folder=$1
    shift
    rm -rf "${configure_folder:?}/CMakeCache.txt" "$configure_folder/CMakeFiles"
    if has_command ninja; then
        cmake -S "$top" -B "$configure_folder" -G Ninja "$@"
    else
        cmake -S "$top" -B "$configure_folder" -G "Unix Makefiles" "$@"
    fi
}

processors() { getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2; }

build() { cmake --build "$1" --parallel "$(processors)" --target "$2"; }
