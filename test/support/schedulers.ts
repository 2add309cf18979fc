import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What cron and systemd answer, out of files of the test's own home: the machine's own are never asked. */
const programs = {
  crontab: `#!/bin/sh
case $1 in
-l) [ -e "$HOME/crontab" ] || { echo "no crontab for me" >&2; exit 1; }
  cat "$HOME/crontab" ;;
-) cat >"$HOME/crontab" && echo . >>"$HOME/crontab-writes" ;;
*) exit 2 ;;
esac
`,
  systemctl: `#!/bin/sh
[ "$1" = --user ] || exit 2
[ -e "$HOME/manager" ] || { echo "Failed to connect to bus: No medium found" >&2; exit 1; }
shift
echo "$*" >>"$HOME/systemctl-calls"
case "$*" in
"enable --now "*) : >"$HOME/active-$3" ;;
"disable --now "*) rm -f "$HOME/active-$3" ;;
"show "*.timer*) if [ -e "$HOME/active-$2" ]; then
    printf 'ActiveState=active\\nNextElapseUSecRealtime=Tue 2025-12-02 03:00:00 UTC\\n'
  else
    printf 'ActiveState=inactive\\nNextElapseUSecRealtime=\\n'
  fi ;;
esac
`,
} as const

/** Put them into a folder that stands first on the PATH. A file `manager` in the home lets a user manager answer. */
export function fakeSchedulers(
  folder: string,
  names: readonly (keyof typeof programs)[] = ['crontab', 'systemctl'],
): void {
  mkdirSync(folder, { recursive: true })
  for (const name of names) {
    writeFileSync(join(folder, name), programs[name])
    chmodSync(join(folder, name), 0o755)
  }
}
