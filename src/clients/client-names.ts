/** Clients that `memory init` sets up, and what it writes for each. */
export const clientNames = {
  agents: 'AGENTS.md, and CLAUDE.md and GEMINI.md where they stand: how to use memory',
  claude: "Claude Code's tools, and a brief at the start of a session",
  failures: 'where Claude Code fails at a command it asks memory, and is shown three lines at most; else nothing',
  codex: "Codex's tools",
  cursor: "Cursor's tools",
  opencode: "opencode's tools",
  vscode: "VS Code's tools",
} as const

export type ClientName = keyof typeof clientNames
