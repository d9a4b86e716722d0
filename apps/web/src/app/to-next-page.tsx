import { Navigate, useLocation } from 'react-router'
import { nextAddress } from './next-address.ts'

/** A public address, for somebody who is signed in (SPEC §2). */
export function ToNextPage() {
  return <Navigate to={nextAddress(useLocation().search)} replace />
}
