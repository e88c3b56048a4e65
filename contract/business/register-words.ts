/** What the dialog says where there is no key to the business register. */
export const registerIsMadeUp =
  'This is a made-up register, for trying things out: no key to the Australian Business Register is set up (HUB_ABR_GUID).'

/** What is said where the register has no word for an ABN, and how it is meant all the same. */
export const registerWords = {
  unknown: 'The business register doesn’t know this ABN. Check it, or say that it is meant all the same.',
  unreachable:
    'The business register can’t be asked at the moment. Try again later, or say that the ABN is meant all the same.',
  meant: 'Use this ABN although the register doesn’t confirm it',
  meantHint: 'Its settings will say that it is unconfirmed, until the register is asked again.',
  changed: 'The ABN of this business is another one by now. Read its settings again.',
  notYours: 'The ABN is changed by super administrators alone.',
}

/** True for a refusal that asks whether the ABN is meant all the same. */
export function isUnconfirmed(code: string | null): boolean {
  return code === 'abn_unknown' || code === 'register_unreachable'
}
