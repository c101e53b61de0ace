#!/bin/sh
# Build both images of the Containerfile with buildah, without a container engine, and try them: the demo, and a letter
# handed over by LMTP. They are left in images/, for `docker load` or `podman load`.
#
# Where the registry of the base images cannot be reached, bases are made of Debian packages. MOUNT names further files
# and folders of this machine that pip needs for the build, such as a folder of wheels.
set -eu
cd "$(dirname "$0")/.."

cannot() {
    echo "images cannot be built here: $1" >&2
    exit 1
}

[ "$(id -u)" = 0 ] || cannot "chroot isolation needs root"
for program in buildah mmdebstrap; do
    command -v "$program" >/dev/null || cannot "$program is missing; on Debian: apt-get install buildah mmdebstrap"
done

work=$(mktemp --directory "${TMPDIR:-/tmp}/pbem-images-XXXXXX")
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot

b() {
    command=$1
    shift
    buildah --root "$work/storage" --runroot "$work/run" "$command" "$@"
}

finish() {
    b rm --all >/dev/null 2>&1 || true
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM

probe=$(b from scratch)
b run "$probe" true 2>"$work/told" || grep -q 'executable file\|no such file' "$work/told" ||
    cannot "chroot isolation: $(tail -n 1 "$work/told")"

# The base of a stage: out of the registry, or made here under the same name.
base() {
    name=$1
    shift
    if b pull --quiet "$name" >/dev/null 2>&1; then
        echo "base $name: pulled"
        return
    fi
    echo "base $name: the registry cannot be reached, so it is made of Debian packages"
    mmdebstrap --quiet --variant=minbase --include="$(echo "$@" | tr ' ' ,)" bookworm "$work/base.tar" ||
        cannot "neither the registry nor a mirror of Debian can be reached"
    made=$(b from scratch)
    b add --quiet "$made" "$work/base.tar" / >/dev/null
    b config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$made"
    b commit --quiet --rm "$made" "$name" >/dev/null
    rm "$work/base.tar"
}

mounts=
for file in /etc/ssl/certs /etc/pip.conf /etc/xdg/pip "$HOME/.config/pip" ${MOUNT:-}; do
    [ ! -e "$file" ] || mounts="$mounts --volume $file:$file:ro"
done

for target in pbem postfix; do
    case $target in
    pbem)
        base docker.io/library/python:3.13-slim-bookworm python3 python3-venv python-is-python3 ca-certificates openssl
        image=pbem
        ;;
    postfix)
        base docker.io/library/debian:bookworm-slim ca-certificates
        image=pbem-postfix
        mounts=
        ;;
    esac
    # shellcheck disable=SC2086  # several options
    b build --quiet --pull-never $mounts --target "$target" --tag "$image" --file deploy/Containerfile . >/dev/null
    echo "image $image: built"
done

server=$(b from --pull-never pbem)
echo "image pbem: the demo"
b run "$server" pbem demo >"$work/demo"
grep 'the match is over' "$work/demo"
echo "image pbem: a letter by LMTP"
b run --volume "$PWD/deploy:/deploy:ro" --env PBEM_CONFIG=/deploy/example.toml --env PBEM_DOMAIN=play.example \
    "$server" sh /deploy/try.sh
front=$(b from --pull-never pbem-postfix)
echo "image pbem-postfix: Postfix $(b run "$front" postconf -h mail_version)"

mkdir -p images
for image in pbem pbem-postfix; do
    rm -f "images/$image.tar"
    b push --quiet "$image" "docker-archive:images/$image.tar:$image"
    echo "image $image: images/$image.tar"
done
