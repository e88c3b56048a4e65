/** What the dialog says where there is no key to the business register. */
export const registerIsMadeUp =
  'This is a made-up register, for trying things out: no key to the Australian Business Register is set up (HUB_ABR_GUID).'
