import { type Reason, type ReasonCode, reasonParams } from '@kirim/contract/reason-texts'
import { DomainError } from '../../platform/errors.ts'
import type { Close, CloseCause } from './closes.ports.ts'

/** It goes through a proxy when a number that has one is linked again. */
const OF_PROXY: Partial<Record<CloseCause, ReasonCode>> = {
  proxy_down: 'proxy_unreachable',
  proxy_sign_in: 'proxy_sign_in',
  proxy_blocks: 'proxy_blocks',
  proxy_private: 'proxy_address_refused',
}

/** What its owner is told when an attempt to link ends without a device. */
export function refusalOf({ cause, code }: Close): DomainError {
  if (cause === 'not_genuine') return new DomainError('network_not_genuine')
  if (cause === 'passkey_late') return new DomainError('link_passkey_late')
  if (cause === 'passkey_refused') return new DomainError('link_passkey_refused')
  if (cause === 'link_forged') return new DomainError('link_forged')
  const ofProxy = OF_PROXY[cause]
  if (ofProxy)
    return new DomainError('proxy_test_failed', reasonParams({ code: ofProxy, params: {} }))
  return new DomainError('link_failed', reasonParams(reasonOf(cause, code)))
}

function reasonOf(cause: CloseCause, code: number | null): Reason {
  const params = code === null ? {} : { code }
  if (cause === 'pairing_refused') {
    return { code: code === null ? 'pairing_refused' : 'pairing_refused_coded', params }
  }
  if (cause === 'unreadable') return { code: 'link_proxy_unreadable', params }
  if (cause === 'outdated') return { code: 'link_outdated', params }
  if (cause !== 'connection_lost') {
    return { code: code === null ? 'link_refused' : 'link_refused_coded', params }
  }
  return { code: code === null ? 'link_unreachable' : 'link_unreachable_coded', params }
}
