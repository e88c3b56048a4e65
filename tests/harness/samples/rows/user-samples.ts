/** The part of `samples` that is of users. */
export const userSamples = {
  listAdministrators: {},
  createAdministrator: { body: { Username: 'boss@hub.example', DisplayName: 'New Administrator' } },
  setAdministratorDisabled: { body: { Value: true } },
  inviteAdministrator: {},
  listUsers: {},
  createUser: { body: { Username: 'new@hub.example', DisplayName: 'New User' } },
  setUserRole: { body: { Value: 'Door' } },
  setUserVenues: { body: [] },
  updateUser: { body: { Username: 'renamed@hub.example', DisplayName: 'Renamed User' } },
  setUserAutoLogOut: { body: { Value: false } },
  setUserDisabled: { body: { Value: true } },
  inviteUser: {},
  deleteUser: { query: { email: 'new@hub.example' } },
}
