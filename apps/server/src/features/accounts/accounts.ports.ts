import type { Db } from '../../platform/database/database.ts'

/** What other rooms keep of every account, written in the transaction that makes it. */
export type OnAccountOpened = (tx: Db, userId: string) => Promise<void>
