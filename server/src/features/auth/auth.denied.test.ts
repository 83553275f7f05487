import { authEndpoints } from "@timbre/contract/auth.ts";
import { denied } from "../../testing/denied.ts";

denied(authEndpoints.postRegistrationSetup, { body: {} });
denied(authEndpoints.editUserMetadata, { body: { account_metadata: {} } });
denied(authEndpoints.sendEmailChangeVerification, { body: { new_email: "new@example.com", password: "anything" } });
denied(authEndpoints.changePassword, { body: { current_password: "anything", new_password: "something else" } });
denied(authEndpoints.authTokens);
denied(authEndpoints.updateMfaFactors, { body: { action: "begin", password: "anything" } });
denied(authEndpoints.createBackupCodes, { body: { password: "anything" } });
denied(authEndpoints.listSessions);
denied(authEndpoints.revokeSession, {
	foreign: {
		make: async (app) => {
			const owner = await app.person();
			await app.signIn(owner);
			const { id } = await app.db
				.selectFrom("auth_session")
				.select("id")
				.where("user_id", "=", owner.userId)
				.executeTakeFirstOrThrow();
			return { session_id: id };
		},
		code: "session_not_found",
	},
});
denied(authEndpoints.revokeOtherSessions);
denied(authEndpoints.listDevices);
denied(authEndpoints.forgetDevice, {
	foreign: {
		make: async (app) => {
			const owner = await app.person();
			await app.signIn(owner);
			const { id } = await app.db
				.selectFrom("auth_device")
				.select("id")
				.where("user_id", "=", owner.userId)
				.executeTakeFirstOrThrow();
			return { device_id: id };
		},
		code: "device_not_found",
	},
});
denied(authEndpoints.recordDeviceFingerprint, { body: { device_fingerprint: "a browser" } });
denied(authEndpoints.setPersistence, { body: { persistence: "session" } });
denied(authEndpoints.updatePhone, { body: { phone_number: null } });
denied(authEndpoints.rand);
denied(authEndpoints.hasAlphaAccess);
denied(authEndpoints.requestAlphaAccess, { body: {} });
denied(authEndpoints.generateName);
denied(authEndpoints.prepareInternalVerification, { body: { email: "ada@example.com" } });
