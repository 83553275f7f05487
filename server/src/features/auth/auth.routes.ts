import { authEndpoints } from "@timbre/contract/auth/endpoints.ts";
import { type Http, implement } from "../../core/http/http.ts";
import {
	generateName,
	getAlphaAccess,
	preSignUp,
	requestAlphaAccess,
	setUpUser,
	updateMetadata,
	updatePhone,
	verifyInternalEmail,
} from "./account/account.service.ts";
import { getSignUpRules } from "./account/sign-up.service.ts";
import { libraryRoutes } from "./auth.library.routes.ts";
import type { AuthDeps } from "./auth.shared.service.ts";
import { deleteAvatar, getAvatar, setAvatar } from "./avatar/avatar.service.ts";
import {
	checkPasswordReset,
	confirmPasswordReset,
	sendEmailChangeCode,
	sendPasswordReset,
	sendVerification,
	updateEmail,
	verifyEmail,
} from "./email/email.service.ts";
import {
	beginPasskey,
	createPasskey,
	deletePasskey,
	listPasskeys,
	updatePasskey,
} from "./passkeys/passkeys.service.ts";
import {
	changePassword,
	forgetDevice,
	issueToken,
	listDevices,
	listSessions,
	recordFingerprint,
	revokeOtherSessions,
	revokeSession,
	setPersistence,
	verifySignInRequest,
} from "./sessions/sessions.service.ts";
import { createBackupCodes, removeMfaByBackupCode, updateMfaFactors } from "./sign-in/mfa.service.ts";

export function authRoutes(http: Http, deps: AuthDeps): void {
	libraryRoutes(http, deps);
	implement(http, authEndpoints.getSignUpRules, async () => getSignUpRules(deps.signUp, deps.signInSettings));
	implement(http, authEndpoints.preSignUp, (_context, { body }) => preSignUp(deps, body));
	implement(http, authEndpoints.postRegistrationSetup, (context, { body }) => setUpUser(deps, context, body));
	implement(http, authEndpoints.editUserMetadata, (context, { body }) => updateMetadata(deps, context, body));
	implement(http, authEndpoints.sendVerificationEmail, (_context, { body }) => sendVerification(deps, body));
	implement(http, authEndpoints.verifyEmail, (context, { body }) => verifyEmail(deps, context, body));
	implement(http, authEndpoints.sendPasswordResetEmail, (_context, { body }) => sendPasswordReset(deps, body));
	implement(http, authEndpoints.checkPasswordResetCode, (context, { body }) => checkPasswordReset(deps, context, body));
	implement(http, authEndpoints.confirmPasswordReset, (context, { body }) => confirmPasswordReset(deps, context, body));
	implement(http, authEndpoints.verifySignInRequest, (context, { body }) => verifySignInRequest(deps, context, body));
	implement(http, authEndpoints.removeMfaByBackupCode, (context, { params }) =>
		removeMfaByBackupCode(deps, context, params.code),
	);
	implement(http, authEndpoints.updateEmail, (context, { query }) => updateEmail(deps, context, query));
	implement(http, authEndpoints.sendEmailChangeVerification, (context, { body }) =>
		sendEmailChangeCode(deps, context, body),
	);
	implement(http, authEndpoints.changePassword, (context, { body }) => changePassword(deps, context, body));
	implement(http, authEndpoints.authTokens, (context) => issueToken(deps, context));
	implement(http, authEndpoints.updateMfaFactors, (context, { body }) => updateMfaFactors(deps, context, body));
	implement(http, authEndpoints.createBackupCodes, (context, { body }) => createBackupCodes(deps, context, body));
	implement(http, authEndpoints.listSessions, (context) => listSessions(deps, context));
	implement(http, authEndpoints.revokeSession, (context, { params }) =>
		revokeSession(deps, context, params.session_id),
	);
	implement(http, authEndpoints.revokeOtherSessions, (context) => revokeOtherSessions(deps, context));
	implement(http, authEndpoints.listDevices, (context) => listDevices(deps, context));
	implement(http, authEndpoints.forgetDevice, (context, { params }) => forgetDevice(deps, context, params.device_id));
	implement(http, authEndpoints.recordDeviceFingerprint, (context, { body }) =>
		recordFingerprint(deps, context, body.device_fingerprint),
	);
	implement(http, authEndpoints.setAvatar, (context, { body }) => setAvatar(deps, context, body));
	implement(http, authEndpoints.deleteAvatar, (context) => deleteAvatar(deps, context));
	implement(http, authEndpoints.getAvatar, (_context, { params }) => getAvatar(deps, params.avatar_id));
	implement(http, authEndpoints.listPasskeys, (context) => listPasskeys(deps, context));
	implement(http, authEndpoints.beginPasskey, (context, { body }) => beginPasskey(deps, context, body));
	implement(http, authEndpoints.createPasskey, (context, { body }) => createPasskey(deps, context, body));
	implement(http, authEndpoints.updatePasskey, (context, { params, body }) =>
		updatePasskey(deps, context, params.passkey_id, body),
	);
	implement(http, authEndpoints.deletePasskey, (context, { params, body }) =>
		deletePasskey(deps, context, params.passkey_id, body),
	);
	implement(http, authEndpoints.setPersistence, (context, { body }) => setPersistence(deps, context, body));
	implement(http, authEndpoints.updatePhone, (context, { body }) => updatePhone(deps, context, body));
	implement(http, authEndpoints.rand, async () => ({ rand: Math.random() }));
	implement(http, authEndpoints.hasAlphaAccess, (context) => getAlphaAccess(deps, context));
	implement(http, authEndpoints.requestAlphaAccess, (context, { body }) => requestAlphaAccess(deps, context, body));
	implement(http, authEndpoints.generateName, async () => ({ name: generateName() }));
	implement(http, authEndpoints.prepareInternalVerification, (context, { body }) =>
		verifyInternalEmail(deps, context, body),
	);
}
