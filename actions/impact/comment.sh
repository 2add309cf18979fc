#!/bin/sh
# What merging a pull request would do to what is believed, as one comment on it. The comment is found again by its first
# line and its author, and brought up to date; nobody else's is touched. Where the token may not comment (a pull request
# from a fork), the text goes into the summary of the job instead.
#
# All of it comes by the environment, where no word of a log, a branch or a title is read as anything but text:
#
#   BASE, HEAD    HEAD is merged into BASE
#   FAIL_ON       grounds to exit with 1, such as crossed,secret; none where empty
#   LINKS         what stands in front of a path, to make links; none where empty
#   COMMENT       false: into the summary alone
#   PULL          the number of the pull request
#   TOKEN         may write comments on it
#   SUMMARY       a file for what cannot be a comment; on GitHub the job's own. Standard output where neither is named
#
# and, as the host sets them, on GitHub GITHUB_API_URL, GITHUB_REPOSITORY and GITHUB_STEP_SUMMARY, on GitLab GITLAB_CI,
# CI_API_V4_URL, CI_MERGE_REQUEST_PROJECT_ID and CI_JOB_TOKEN, which stands in for TOKEN. What a log says is never printed
# where SUMMARY is named, for a host may read orders in what a job prints.
#
# Exit status: 1 where FAIL_ON says so, 2 where the impact cannot be told, 3 where the host answers with a failure.
set -eu

mark='<!-- memory impact -->'
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
# No program that is started here has it.
token=${TOKEN:-}
if [ -z "$token" ] && [ -n "${GITLAB_CI:-}" ]; then token=${CI_JOB_TOKEN:-}; fi
unset TOKEN
code=''
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' HUP INT TERM

# request METHOD URL [FILE]: sets $code to the host's answer, 000 where there is none, and writes what it says
request() {
  # The token by standard input: every process of a machine can read what stands on a command line. No redirect is followed,
  # for that could lead the token elsewhere.
  code=$(
    printf 'header = "%s"\n' "$credential" |
      curl --config - --globoff --silent --show-error --max-time 60 --request "$1" \
        --header 'Content-Type: application/json' ${3:+--data-binary "@$3"} \
        --output "$folder/answer" --write-out '%{http_code}' --url "$2"
  ) || code=000
  case $code in
    2??) return 0 ;;
    *) return 1 ;;
  esac
}

# Sets $own to the number of our comment, '' where there is none.
find_own() {
  own=''
  page=1
  while [ "$page" -le 100 ]; do
    request GET "$comments?per_page=100&page=$page" || return 1
    found=$(node "$here/comment.mjs" own "$mark" "$author" < "$folder/answer") || return 1
    own=${found#* }
    if [ -n "$own" ] || [ "${found%% *}" -lt 100 ]; then return 0; fi
    page=$((page + 1))
  done
}

on_github() {
  credential="Authorization: Bearer $token"
  comments="$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/issues/$PULL/comments"
  author='github-actions[bot]'
  find_own || return 1
  if [ -n "$own" ]; then
    request PATCH "$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/issues/comments/$own" "$folder/body"
  else
    request POST "$comments" "$folder/body"
  fi
}

on_gitlab() {
  case $token in
    "${CI_JOB_TOKEN:-}")
      credential="JOB-TOKEN: $token"
      request GET "$CI_API_V4_URL/job" || return 1
      ;;
    *)
      credential="PRIVATE-TOKEN: $token"
      request GET "$CI_API_V4_URL/user" || return 1
      ;;
  esac
  author=$(node "$here/comment.mjs" me < "$folder/answer") || return 1
  comments="$CI_API_V4_URL/projects/$CI_MERGE_REQUEST_PROJECT_ID/merge_requests/$PULL/notes"
  find_own || return 1
  if [ -n "$own" ]; then
    request PUT "$comments/$own" "$folder/body"
  else
    request POST "$comments" "$folder/body"
  fi
}

is_number() {
  case $1 in
    '' | *[!0-9]*) return 1 ;;
  esac
}

is_token() {
  case $1 in
    '' | *[!A-Za-z0-9._~+/=-]*) return 1 ;;
  esac
}

summarize() {
  file=${GITHUB_STEP_SUMMARY:-${SUMMARY:-}}
  if [ -n "$file" ]; then
    cat "$folder/text" >> "$file"
  else
    cat "$folder/text"
  fi
  echo "memory: $why: what merging would do is in the summary of this job" >&2
}

told_on_host() {
  if [ -n "${GITLAB_CI:-}" ]; then on_gitlab; else on_github; fi
}

# Sets $why to what keeps us from commenting, '' where nothing does. Where that is a failure of the host, and FAIL_ON says
# nothing, $status is 3: an older comment may stand there still.
comment() {
  why=''
  if [ "${COMMENT:-true}" != true ]; then
    why='no comment is asked for'
  elif ! is_number "${PULL:-}"; then
    why='this is no pull request'
  elif ! is_token "$token"; then
    why='there is no token that could comment'
  elif ! told_on_host; then
    why="the host answered ${code:-nothing}"
    case $code in
      401 | 403 | 404) ;;
      *) if [ "$status" -eq 0 ]; then status=3; fi ;;
    esac
  fi
}

status=0
memory impact --format md ${FAIL_ON:+"--fail-on=$FAIL_ON"} ${LINKS:+"--links=$LINKS"} -- "$BASE..$HEAD" \
  > "$folder/told" || status=$?
first=''
IFS= read -r first < "$folder/told" || :
if [ "$status" -gt 1 ] || [ "$first" != "$mark" ]; then
  exit 2
fi
node "$here/comment.mjs" fitted < "$folder/told" > "$folder/text"
node "$here/comment.mjs" body < "$folder/text" > "$folder/body"
comment
if [ -n "$why" ]; then summarize; fi
exit "$status"
