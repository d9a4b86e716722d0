import { isMetadataAddress, isPublicAddress } from './public-address.ts'

/** Whether the server may call an address, for an admin or for a member. */
export type Reach = (byAdmin: boolean) => (address: string) => boolean

/**
 * Admins may call private addresses, members only where the operator allows it. Metadata services
 * are closed to everybody.
 */
export function createReach(allowPrivateAddresses: boolean): Reach {
  return (byAdmin) => (address) =>
    !isMetadataAddress(address) && (byAdmin || allowPrivateAddresses || isPublicAddress(address))
}
