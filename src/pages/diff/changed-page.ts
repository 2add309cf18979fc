/** One page before and after; empty where it is not there. */
export interface ChangedPage {
  /** `bank/entities/Peter.md` */
  readonly path: string
  readonly before: string
  readonly after: string
}
