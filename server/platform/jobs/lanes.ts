/**
 * How soon later work is wanted. `at_once`: somebody sits there and waits, or money does. `soon`: a single message, the
 * passes of one member. `bulk`: what goes to many. `maintenance`: what recurs and tidies. Each has slots of its own, so
 * that much of one keeps none of the others waiting.
 */
export const lanes = ['at_once', 'soon', 'bulk', 'maintenance'] as const
export type Lane = (typeof lanes)[number]

/**
 * Whom a task may wait for who isn't us. In each lane those who wait for the same have slots of their own: a mail server
 * that doesn't answer keeps no payment and no hold waiting.
 */
export type Outsider = 'carriers' | 'payment provider' | 'wallets'

/** How many jobs of a lane are worked on at once: those that wait for nobody, and as many for each that others wait for. */
export type Slots = Readonly<Record<Lane, number>>

export const usualSlots: Slots = { at_once: 2, soon: 2, bulk: 2, maintenance: 2 }
