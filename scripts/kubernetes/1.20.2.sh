# SPDX-License-Identifier: Apache-2.0
# Kubernetes 1.20.2 from Debian's source package `kubernetes`; read by scripts/build-kubernetes. etcd is Debian's own.
programs=(kube-apiserver kube-scheduler kube-controller-manager)
takes="about ten minutes of two cores, and 3 GB of disk while it lasts"
group=kubernetes

# One-line deb-src entries for every Debian suite that this machine already gets packages from.
source_lines() {
  local codename
  codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
  local parts=/etc/apt/sources.list.d file
  for file in /etc/apt/sources.list "$parts"/*.list; do
    [ -f "$file" ] || continue
    sed -nE 's/^[[:space:]]*deb(-src)?([[:space:]].*)$/deb-src\2/p' "$file"
  done | awk -v code="$codename" '{ suite = ($2 ~ /^\[/) ? "" : $3
      for (i = 2; i < NF; i++) if ($i ~ /:\//) { suite = $(i + 1); break } }
    index(suite, code) == 1 && / main( |$)/'
  for file in "$parts"/*.sources; do
    [ -f "$file" ] || continue
    awk -v code="$codename" '
      function flush(   u, s, i, j, nu, ns, opt) {
        if (types ~ /deb/ && (" " comps " ") ~ / main / && enabled != "no") {
          opt = signed ? " [signed-by=" signed "]" : ""
          nu = split(uris, u, " "); ns = split(suites, s, " ")
          for (i = 1; i <= nu; i++) for (j = 1; j <= ns; j++)
            if (index(s[j], code) == 1) print "deb-src" opt " " u[i] " " s[j] " main"
        }
        types = uris = suites = comps = signed = enabled = ""
      }
      /^#/ { next }
      /^[[:space:]]*$/ { flush(); next }
      { key = tolower($1); value = $0; sub(/^[^:]*:[[:space:]]*/, "", value) }
      key == "types:" { types = value } key == "uris:" { uris = value } key == "suites:" { suites = value }
      key == "components:" { comps = value } key == "enabled:" { enabled = value }
      key == "signed-by:" && value ~ /^\// { signed = value }
      END { flush() }' "$file"
  done | sort -u
}

apt_private() {
  apt-get -q -o Dir::Etc::sourcelist="$work/apt/sources.list" -o Dir::Etc::sourceparts=- \
    -o Dir::State::lists="$work/apt/lists" -o Dir::Cache="$work/apt/cache" -o APT::Sandbox::User="$(id -un)" "$@" </dev/null >&2
}

fetch_source() {
  mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial" "$work/source"
  source_lines | sort -u >"$work/apt/sources.list"
  [ -s "$work/apt/sources.list" ] || fail "no Debian source with component main in /etc/apt"
  apt_private update || say "apt-get update reported problems (above)"
  local full
  full=$(apt-cache -o Dir::Etc::sourcelist="$work/apt/sources.list" -o Dir::Etc::sourceparts=- \
    -o Dir::State::lists="$work/apt/lists" -o Dir::Cache="$work/apt/cache" showsrc kubernetes 2>/dev/null |
    awk -v want="$version" '$1 == "Version:" { upstream = $2; sub(/^.*really/, "", upstream); sub(/-.*$/, "", upstream)
      if (upstream == want) { print $2; exit } }')
  [ -n "$full" ] || fail "this machine's Debian sources offer no source package kubernetes $version"
  say "fetching the source package kubernetes $full"
  # apt checks the files against the signed index, dpkg-source unpacks and patches
  (cd "$work/source" && apt_private source --only-source "kubernetes=$full")
  tree=$(find "$work/source" -mindepth 1 -maxdepth 1 -type d -name 'kubernetes-*' | head -n 1)
  [ -n "$tree" ] || fail "apt-get source left no source tree in $work/source"
}

# reflect2 1.0.1, which Kubernetes 1.20 carries, walks maps with Go's old iterator layout: since Go 1.18 the API server crashes on a
# LIST of some 20,000 pods. Debian's 1.0.2 is mended and has the same interface.
mend_reflect2() {
  local fixed=/usr/share/gocode/src/github.com/modern-go/reflect2 vendored=$tree/vendor/github.com/modern-go/reflect2
  [ -d "$fixed" ] || fail "golang-github-modern-go-reflect2-dev is not installed (scripts/install-packages kubernetes)"
  [ -d "$vendored" ] || fail "$vendored is not there: has the source package changed?"
  find "$vendored" \( -name '*.go' -o -name '*.s' \) -delete
  (cd "$fixed" && find . -maxdepth 1 \( -name '*.go' -o -name '*.s' \) ! -name '*_test.go' -exec cp {} "$vendored/" \;)
}

compile() {
  local log=$work/build.log
  printf '%s\n' "KUBE_GIT_COMMIT='debian'" "KUBE_GIT_TREE_STATE='archive'" "KUBE_GIT_VERSION='v$version'" \
    "KUBE_GIT_MAJOR='1'" "KUBE_GIT_MINOR='20'" >"$work/version"
  say "compiling ${programs[*]} (log: $log)"
  if ! (cd "$tree" && env -u GOROOT -u CDPATH KUBE_GIT_VERSION_FILE="$work/version" GOPATH="$work/gopath" GOCACHE="$work/gocache" \
      GOFLAGS=-mod=vendor GOPROXY=off GOSUMDB=off GOTOOLCHAIN=local GO111MODULE=on GOTELEMETRY=off CGO_ENABLED=0 \
      make WHAT="$(printf 'cmd/%s ' "${programs[@]}")") >"$log" 2>&1 </dev/null; then
    tail -n 40 "$log" >&2
    cp "$log" "$cache/kubernetes-build-failed.log"
    fail "make failed; the whole log is $cache/kubernetes-build-failed.log"
  fi
}

build_programs() {
  local tool program
  for tool in go make jq rsync dpkg-source; do
    command -v "$tool" >/dev/null || fail "$tool is missing (scripts/install-packages build kubernetes)"
  done
  [ ! -d "$work" ] || { chmod -R u+w "$work"; rm -rf "$work"; }
  mkdir -p "$work"
  fetch_source
  mend_reflect2
  compile
  mkdir "$staged"
  for program in "${programs[@]}"; do
    cp "$(find "$tree/_output" -type f -name "$program" -perm -u+x | head -n 1)" "$staged/"
  done
}
