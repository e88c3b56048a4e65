/** The code of what a super administrator is told who hasn't said why they enter. */
export const visitNeededCode = 'visit_needed'

export const visitNeeded = 'This business asks super administrators for a reason before they enter.'
