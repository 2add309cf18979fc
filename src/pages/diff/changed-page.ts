/** One page before and after a change; empty text where there is no page. */
export interface ChangedPage {
  /** `bank/entities/Peter.md` */
  readonly path: string
  readonly before: string
  readonly after: string
}
