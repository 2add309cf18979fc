/**
 * The part of OpenClaw's plugin interface that is used here, so that nothing of OpenClaw is needed to build or to load
 * this package. From openclaw 2026.9.6: its declarations of `openclaw/plugin-sdk/core`, and its docs on entry points,
 * on hooks of prompts and on the manifest.
 */
export interface PluginApi {
  /** `tool-discovery`, `discovery`, `cli-metadata` or `full`; one process registers a plugin several times. */
  readonly registrationMode?: string
  /** The folder in which the plugin was found; a copy of it, elsewhere, is what runs. */
  readonly rootDir?: string
  readonly config?: HostConfig
  /** `plugins.entries.workspace-memory.config`, checked against the manifest's schema. */
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

/** The part of `openclaw.json` that is read. */
export interface HostConfig {
  readonly plugins?: {
    readonly entries?: Readonly<Record<string, { readonly hooks?: HookPolicy } | undefined>>
  }
}

export interface HookPolicy {
  /** False where no plugin of that id may add to a prompt. */
  readonly allowPromptInjection?: boolean
  /** True is needed for `before_prompt_build`, except by plugins that OpenClaw bundles; `plugins doctor` tells. */
  readonly allowConversationAccess?: boolean
}

/** The manifest's `configSchema`. */
export interface PluginConfig {
  /** The workspace of calls for which OpenClaw names no folder. */
  readonly workspace?: string
  readonly brief?: boolean
  /** Tokens of the brief, at most. */
  readonly briefBudget?: number
}

/** The context of a tool or a hook. */
export interface ToolContext {
  readonly workspaceDir?: string
  readonly agentId?: string
  readonly sessionKey?: string
  /** Whether the agent works on a copy of the workspace. */
  readonly sandboxed?: boolean
}

export interface AgentTool {
  readonly name: string
  readonly label: string
  readonly description: string
  /** JSON Schema. OpenClaw checks an agent's calls against it, but not those of `POST /tools/invoke`. */
  readonly parameters: object
  readonly execute: (callId: string, given: unknown) => Promise<ToolResult>
}

export interface ToolResult {
  readonly content: readonly { readonly type: 'text'; readonly text: string }[]
  /** The answer, for programs. */
  readonly details: object
}

/** An addition to a prompt: `appendSystemContext` goes behind the system prompt, where providers cache it. */
export interface PromptChange {
  readonly appendSystemContext: string
}

/** A source that `memory_search` asks beside its own files where its corpus is `wiki` or `all`. */
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

/** The part of commander that is used here; OpenClaw's command line is made of it. */
export interface Program {
  readonly command: (words: string) => Program
  readonly description: (text: string) => Program
  readonly option: (flags: string, about: string) => Program
  readonly action: (run: (...given: never[]) => Promise<void>) => Program
}
