/**
 * As much of OpenClaw's plugin interface as is used here, so that nothing of OpenClaw is needed to build or to load this
 * package. From openclaw 2026.9.6: the declarations of `openclaw/plugin-sdk/core`, and the pages on entry points, on hooks
 * of prompts and on the manifest in the docs that it ships.
 */
export interface PluginApi {
  /** `tool-discovery`, `discovery`, `cli-metadata` or `full`: it registers in each, several times a process. */
  readonly registrationMode?: string
  /** The folder that the plugin was found in: what runs is a copy of it, elsewhere. */
  readonly rootDir?: string
  readonly config?: HostConfig
  /** `plugins.entries.workspace-memory.config`, held against the manifest's schema. */
  readonly pluginConfig?: PluginConfig
  readonly runtime?: {
    readonly agent?: { readonly resolveAgentWorkspaceDir?: (config: HostConfig, agentId: string) => string }
  }
  readonly registerTool: (make: (context: ToolContext) => AgentTool | null, options: { readonly name: string }) => void
  readonly registerMemoryCorpusSupplement: (corpus: Corpus) => void
  readonly registerCli: (
    register: (given: { readonly program: Program }) => void,
    options: { readonly descriptors: readonly object[] },
  ) => void
  readonly on: (
    hook: 'before_prompt_build',
    handler: (event: unknown, context: ToolContext) => Promise<PromptChange | undefined>,
  ) => void
}

/** What of `openclaw.json` is read. */
export interface HostConfig {
  readonly plugins?: {
    readonly entries?: Readonly<Record<string, { readonly hooks?: HookPolicy } | undefined>>
  }
}

export interface HookPolicy {
  /** False: no plugin of that id may add to a prompt. */
  readonly allowPromptInjection?: boolean
  /** What is not bundled with OpenClaw needs true for `before_prompt_build`; a hook registered without it is a fault to `plugins doctor`. */
  readonly allowConversationAccess?: boolean
}

/** The manifest's `configSchema`. */
export interface PluginConfig {
  /** For calls that OpenClaw names no folder for. */
  readonly workspace?: string
  readonly brief?: boolean
  /** Tokens. */
  readonly briefBudget?: number
}

/** Of a tool, and of a hook. */
export interface ToolContext {
  readonly workspaceDir?: string
  readonly agentId?: string
  readonly sessionKey?: string
  /** The agent works on a copy of the workspace. */
  readonly sandboxed?: boolean
}

export interface AgentTool {
  readonly name: string
  readonly label: string
  readonly description: string
  /** JSON Schema. An agent's turn is held against it; `POST /tools/invoke` is not. */
  readonly parameters: object
  readonly execute: (callId: string, given: unknown) => Promise<ToolResult>
}

export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  /** For programs. */
  readonly details: object
}

/** `appendSystemContext` stands behind the system prompt, where providers cache it. */
export interface PromptChange {
  readonly appendSystemContext: string
}

/** What `memory_search` asks beside its own files where its corpus is `wiki` or `all`. */
export interface Corpus {
  readonly search: (asked: {
    readonly query: string
    readonly maxResults?: number
    readonly agentId?: string
  }) => Promise<CorpusResult[]>
  /** What `memory_get` reads; null where the lookup is not ours. Lines count from 1. */
  readonly get: (asked: {
    readonly lookup: string
    readonly fromLine?: number
    readonly lineCount?: number
    readonly agentId?: string
  }) => Promise<CorpusText | null>
}

export interface CorpusResult {
  readonly corpus: string
  readonly path: string
  readonly title: string
  readonly kind: string
  /** 0 to 1. */
  readonly score: number
  readonly snippet: string
  readonly id: string
  readonly startLine?: number
  readonly endLine?: number
  /** `memory/2025-11-27.md#L4` */
  readonly citation: string
  readonly updatedAt?: string
}

export interface CorpusText {
  readonly corpus: string
  readonly path: string
  readonly content: string
  readonly fromLine: number
  readonly lineCount: number
}

/** Of commander, which OpenClaw's command line is made of. */
export interface Program {
  readonly command: (words: string) => Program
  readonly description: (text: string) => Program
  readonly option: (flags: string, about: string) => Program
  readonly action: (run: (...given: never[]) => Promise<void>) => Program
}
