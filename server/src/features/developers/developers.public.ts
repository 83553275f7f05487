export {
	getServiceAccountKeys,
	identifyApiKey,
	redeemSingleUseToken,
	revokeMemberKeys,
} from "./keys/identity.service.ts";
