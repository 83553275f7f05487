export type { Auth } from "./auth.service.ts";
export { avatarFolder } from "./avatar/avatar.service.ts";
export {
	checkSessionActivity,
	createServiceUser,
	deleteUser,
	findSessionUser,
	findTokenUser,
	getUser,
	hasTwoFactor,
	isIdToken,
	revokeSessions,
	setPublicName,
	type UserRecord,
} from "./users/users.service.ts";
