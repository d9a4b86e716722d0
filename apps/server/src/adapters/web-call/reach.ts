import { isMetadataAddress, isPublicAddress } from './public-address.ts'

/** Which addresses the server calls, for an admin or for a member. */
export type Reach = (byAdmin: boolean) => (address: string) => boolean

/**
 * An admin runs the machine and may use what stands in its networks; members may where the operator
 * allows it. Metadata services stay closed to everybody.
 */
export function createReach(allowPrivateAddresses: boolean): Reach {
  return (byAdmin) => (address) =>
    !isMetadataAddress(address) && (byAdmin || allowPrivateAddresses || isPublicAddress(address))
}
