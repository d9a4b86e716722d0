import type { Db } from '../../platform/database/database.ts'

/** What other features store for each account, in the transaction that creates it. */
export type OnAccountOpened = (tx: Db, userId: string) => Promise<void>
