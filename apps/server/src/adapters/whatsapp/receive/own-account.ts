import { areJidsSameUser, type BinaryNode } from 'baileys'

/** The account's own addresses; empty when unknown. */
export interface Me {
  readonly id: string
  readonly lid: string
}

/** Whether the own phone, or another device of the account, has sent it to this device. */
export function isOfOwnAccount({ attrs: { from } }: BinaryNode, { id, lid }: Me): boolean {
  return Boolean(from) && [id, lid].some((own) => own !== '' && areJidsSameUser(own, from))
}
