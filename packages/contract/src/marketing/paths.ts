/** Where the endpoints are. Without schemas, so that browsers need not load them. */
export const marketingPaths = {
	getFormToken: { id: "forms_token", method: "GET", path: "/v1/forms/token" },
	listDevMails: { id: "dev_mails", method: "GET", path: "/v1/dev/mails" },
} as const;
