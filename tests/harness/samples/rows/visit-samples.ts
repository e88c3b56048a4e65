/** The part of `samples` that is of photos, of the front doors of venues, and of visits. */
export const visitSamples = {
  getMemberPhoto: {},
  getMemberPhotoImage: {},
  setMemberPhoto: { body: { imageData: 'iVBORw0KGgo=' } },
  removeMemberPhoto: {},
  getDoorPhoto: {},
  getDoorOwner: { params: { club: 'no-such-club', door: 'no-such-door' } },
  listEntries: {},
  switchEntryOn: { body: { VenueNo: '1', OpenHours: null } },
  saveEntry: { body: { OpenHours: null } },
  getLastVisit: {},
  getBusyHours: { query: { from: '2026-01-01', to: '2026-01-31' } },
}
