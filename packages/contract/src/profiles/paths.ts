/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const profilesPaths = {
	getProfile: { id: "profiles_get", method: "GET", path: "/v1/profiles/{name}" },
	getOwnProfile: { id: "user_getProfile", method: "GET", path: "/v1/user/profile" },
	updateOwnProfile: { id: "user_updateProfile", method: "PATCH", path: "/v1/user/profile" },
} as const;
