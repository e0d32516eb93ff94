# Sourced by tools/play, tools/test and tools/check: prepares a fresh machine for the game or its tests.
# It changes to the root of the checkout. All its messages go to standard error.
# shellcheck shell=bash

CDPATH=
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# The virtual environment; tools/test --pythons has one for each Python.
venv=.venv

say() { printf '%s\n' "$*" >&2; }

# Exit with code 2 after one sentence: wrong use, or something that the person must do first.
give_up() {
    say "$*"
    exit 2
}

# Run a command as root; fail if that needs a password.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo -n "$@"
    else
        return 1
    fi
}

# apt_install WHY PACKAGE...: install Debian packages when we may, otherwise say the exact command and stop.
apt_install() {
    local why=$1
    shift
    if ! command -v apt-get >/dev/null; then
        give_up "$why; on Debian the packages are $*; please install them with your system's package manager."
    fi
    if ! as_root true 2>/dev/null; then
        give_up "$why; please run: sudo apt-get update && sudo apt-get install -y --no-install-recommends $*"
    fi
    say "$why; installing $*"
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300) log
    log=$(mktemp)
    # If the update fails, the present package lists may still be good enough.
    as_root "${apt[@]}" update >"$log" 2>&1 || true
    if ! as_root "${apt[@]}" install -y --no-install-recommends "$@" >>"$log" 2>&1; then
        cat "$log" >&2
        give_up "apt-get could not install: $*"
    fi
    rm "$log"
}

# Set `python` to an interpreter of at least version 3.11; $PYTHON is asked first.
find_python() {
    local candidate
    for candidate in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11 python; do
        if [ -n "$candidate" ] &&
            "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
            python=$candidate
            return
        fi
    done
    return 1
}

# Set `python` to an interpreter of version $1, such as 3.12, of this system or of pyenv. Fails where there is none.
find_python_version() {
    local candidate
    # A command of pyenv may be there although its Python is not.
    for candidate in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/python; do
        if "$candidate" -c 'import sys; sys.exit("%d.%d" % sys.version_info[:2] != sys.argv[1])' "$1" 2>/dev/null; then
            python=$candidate
            return
        fi
    done
    return 1
}

# Print a fingerprint of the given files and of the place of the checkout.
fingerprint() {
    "$python" - "$PWD" "$@" <<'PY'
import hashlib, pathlib, sys

digest = hashlib.sha256(sys.argv[1].encode())
for name in sys.argv[2:]:
    digest.update(pathlib.Path(name).read_bytes())
print(digest.hexdigest())
PY
}

# True when $venv/$1 holds the fingerprint $2.
is_stamped() { [ "$(cat "$venv/$1" 2>/dev/null)" = "$2" ]; }

# Make $venv for purpose $1, `play` or `test`. What `test` needs is a superset, so its environment also plays.
make_environment() {
    local purpose=$1 pip=("$venv/bin/python" -m pip --disable-pip-version-check --quiet install --no-input)
    local play test project
    play=$(fingerprint requirements.lock)
    test=$(fingerprint requirements.lock requirements-dev.lock)
    project=$(fingerprint pyproject.toml)

    # The locks are complete, so pip looks for nothing by itself: where a package asks for `coverage[toml]`, it would
    # take the newest one, which no lock has a hash of.
    local install=("${pip[@]}" --require-hashes --no-deps)

    # An environment of an older lock, of another place, or one that is broken.
    if { [ -e "$venv/made-for-play" ] && ! is_stamped made-for-play "$play"; } ||
        { [ -e "$venv/made-for-test" ] && ! is_stamped made-for-test "$test"; } ||
        { [ -e "$venv" ] && ! "$venv/bin/python" -c 'import pip' 2>/dev/null; }; then
        rm -rf "$venv"
    fi
    if [ ! -e "$venv" ]; then
        "$python" -c 'import ensurepip, venv' 2>/dev/null ||
            apt_install "Python's venv module is not complete" "$("$python" -c \
                'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
        say "Making the virtual environment $venv"
        "$python" -m venv "$venv"
    fi
    if [ "$purpose" = test ] && ! is_stamped made-for-test "$test"; then
        say "Installing the packages of requirements-dev.lock into $venv"
        "${install[@]}" -r requirements-dev.lock >&2
        echo "$test" >"$venv/made-for-test"
    elif ! is_stamped made-for-test "$test" && ! is_stamped made-for-play "$play"; then
        say "Installing the packages of requirements.lock into $venv"
        "${install[@]}" -r requirements.lock >&2
        echo "$play" >"$venv/made-for-play"
    fi
    if ! is_stamped installed-project "$project"; then
        # The build backend is in the lock as well, so pip need not fetch one.
        "${pip[@]}" --no-deps --no-build-isolation --editable . >&2
        "$venv/bin/python" -m pip --disable-pip-version-check check >&2 ||
            give_up "requirements.lock lacks a package; please run tools/lock."
        echo "$project" >"$venv/installed-project"
    fi
}

# set_up PURPOSE: find Python and make $venv for `play` or `test`. Two that start together wait for each other.
set_up() {
    if ! find_python; then
        apt_install "Python 3.11 or newer is missing" python3 python3-venv
        find_python || give_up "Python 3.11 or newer is missing, and this system's python3 is older."
    fi
    if command -v flock >/dev/null; then
        # A subshell, so that the game does not inherit the lock.
        (
            flock 9
            make_environment "$1"
        ) 9>"$venv.lock"
    else
        make_environment "$1"
    fi
}

# True when the dynamic linker finds a library.
has_library() { "$venv/bin/python" -c 'import ctypes, sys; ctypes.CDLL(sys.argv[1])' "$1" 2>/dev/null; }

# Install the libraries that the window needs and this Linux lacks; other systems bring theirs.
system_libraries() {
    [ "$(uname)" = Linux ] || return 0
    local packages=()
    has_library libGL.so.1 || packages+=(libgl1)
    # The driver behind libGL: Mesa's, or the one of a graphics card's maker.
    has_library libGLX_mesa.so.0 || has_library libGLX_nvidia.so.0 || packages+=(libglx-mesa0 libgl1-mesa-dri)
    # Drawing without a screen: roborally replay --export.
    has_library libEGL.so.1 || packages+=(libegl1)
    has_library libfontconfig.so.1 || packages+=(libfontconfig1)
    if [ "${#packages[@]}" -gt 0 ]; then
        apt_install "Libraries for drawing with OpenGL are missing" "${packages[@]}"
    fi
}

# Install the C compiler and Python's header files for tools/compile where this Linux lacks them.
system_compiler() {
    [ "$(uname)" = Linux ] || return 0
    local packages=() headers
    command -v "${CC:-cc}" >/dev/null || command -v gcc >/dev/null || packages+=(gcc libc6-dev)
    headers=$("$venv/bin/python" -c 'import sys, sysconfig; from pathlib import Path
print("" if Path(sysconfig.get_path("include"), "Python.h").exists() else "python%d.%d-dev" % sys.version_info[:2])')
    [ -z "$headers" ] || packages+=("$headers")
    if [ "${#packages[@]}" -gt 0 ]; then
        apt_install "A C compiler or Python's header files are missing" "${packages[@]}"
    fi
}
