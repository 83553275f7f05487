import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { accountPaths } from "@timbre/contract/account/paths.ts";
import type { authEndpoints } from "@timbre/contract/auth/endpoints.ts";
import { authPaths } from "@timbre/contract/auth/paths.ts";
import type { RequestOf } from "@timbre/contract/endpoint.ts";
import { historyPaths } from "@timbre/contract/history/paths.ts";
import { privacyPaths } from "@timbre/contract/privacy/paths.ts";
import { call, callForm } from "../../../lib/api/api.ts";
import { refreshSession } from "../../../shell/session/session.ts";

/** Shares the query key of the usage feature, so one request serves both. */
export const accountQuery = queryOptions({
	queryKey: ["usage", "user"],
	queryFn: ({ signal }) => call(accountPaths.getUser, { signal }),
});

export const sessionsQuery = queryOptions({
	queryKey: ["auth", "sessions"],
	queryFn: async ({ signal }) => (await call(authPaths.listSessions, { signal })).sessions,
});

export const devicesQuery = queryOptions({
	queryKey: ["auth", "devices"],
	queryFn: async ({ signal }) => (await call(authPaths.listDevices, { signal })).devices,
});

export const passkeysQuery = queryOptions({
	queryKey: ["auth", "passkeys"],
	queryFn: ({ signal }) => call(authPaths.listPasskeys, { signal }),
});

export const beginPasskey = (password: string | undefined) => call(authPaths.beginPasskey, { body: { password } });

export const addPasskey = (name: string, credential: Record<string, unknown>) =>
	call(authPaths.createPasskey, { body: { name, credential } });

export const renamePasskey = (passkey_id: string, name: string) =>
	call(authPaths.updatePasskey, { params: { passkey_id }, body: { name } });

export const deletePasskey = (passkey_id: string, password: string | undefined) =>
	call(authPaths.deletePasskey, { params: { passkey_id }, body: { password } });

export const setAvatar = (picture: Blob) => callForm(authPaths.setAvatar, { form: { picture } });

export const deleteAvatar = () => call(authPaths.deleteAvatar, {});

type Metadata = RequestOf<typeof authEndpoints.editUserMetadata>["body"]["account_metadata"];

export function useUpdateMetadata() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (account_metadata: Metadata) => call(authPaths.editUserMetadata, { body: { account_metadata } }),
		onSuccess: () =>
			Promise.all([refreshSession(queryClient), queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })]),
	});
}

export const sendEmailChangeCode = (new_email: string, password: string) =>
	call(authPaths.sendEmailChangeVerification, { body: { new_email, password } });

export const changeEmail = (verification_code: string) =>
	call(authPaths.updateEmail, { query: { verification_code, is_reverting: "false" } });

export const beginSecondFactor = (password: string) =>
	call(authPaths.updateMfaFactors, { body: { action: "begin", password } });

export const confirmSecondFactor = (code: string) =>
	call(authPaths.updateMfaFactors, { body: { action: "confirm", code } });

export const removeSecondFactor = (password: string) =>
	call(authPaths.updateMfaFactors, { body: { action: "remove", password } });

export const createBackupCodes = (password: string) => call(authPaths.createBackupCodes, { body: { password } });

export const changePassword = (current_password: string, new_password: string) =>
	call(authPaths.changePassword, { body: { current_password, new_password } });

export const changePublicName = (public_user_name: string) =>
	call(historyPaths.updatePublicUserName, { body: { public_user_name } });

export const deleteAccount = () => call(privacyPaths.deleteUser, {});
