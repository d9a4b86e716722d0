import { isMetadataAddress, isPublicAddress } from './public-address.ts'

/** Whether the server may call an address, for somebody who reaches private ones or does not. */
export type Reach = (reachesPrivate: boolean) => (address: string) => boolean

/**
 * Everybody may call private addresses where the operator allows it. Metadata services are closed
 * to everybody.
 */
export function createReach(allowPrivateAddresses: boolean): Reach {
  return (reachesPrivate) => (address) =>
    !isMetadataAddress(address) &&
    (reachesPrivate || allowPrivateAddresses || isPublicAddress(address))
}
