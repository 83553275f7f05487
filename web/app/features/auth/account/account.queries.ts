import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { userEndpoints } from "@timbre/contract/account/user.ts";
import { authEndpoints } from "@timbre/contract/auth/endpoints.ts";
import type { RequestOf } from "@timbre/contract/endpoint.ts";
import { historyEndpoints } from "@timbre/contract/history/endpoints.ts";
import { privacyEndpoints } from "@timbre/contract/privacy/endpoints.ts";
import { call } from "../../../lib/api/api.ts";
import { sessionQuery } from "../../../shell/session/session.ts";

/** Shares the query key of the usage feature, so one request serves both. */
export const accountQuery = queryOptions({
	queryKey: ["usage", "user"],
	queryFn: ({ signal }) => call(userEndpoints.getUser, { signal }),
});

export const sessionsQuery = queryOptions({
	queryKey: ["auth", "sessions"],
	queryFn: async ({ signal }) => (await call(authEndpoints.listSessions, { signal })).sessions,
});

export const devicesQuery = queryOptions({
	queryKey: ["auth", "devices"],
	queryFn: async ({ signal }) => (await call(authEndpoints.listDevices, { signal })).devices,
});

type Metadata = RequestOf<typeof authEndpoints.editUserMetadata>["body"]["account_metadata"];

export function useUpdateMetadata() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (account_metadata: Metadata) => call(authEndpoints.editUserMetadata, { body: { account_metadata } }),
		onSuccess: () =>
			Promise.all([
				queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
				queryClient.invalidateQueries({ queryKey: accountQuery.queryKey }),
			]),
	});
}

export const sendEmailChangeCode = (new_email: string, password: string) =>
	call(authEndpoints.sendEmailChangeVerification, { body: { new_email, password } });

export const changeEmail = (verification_code: string) =>
	call(authEndpoints.updateEmail, { query: { verification_code, is_reverting: "false" } });

export const beginSecondFactor = (password: string) =>
	call(authEndpoints.updateMfaFactors, { body: { action: "begin", password } });

export const confirmSecondFactor = (code: string) =>
	call(authEndpoints.updateMfaFactors, { body: { action: "confirm", code } });

export const removeSecondFactor = (password: string) =>
	call(authEndpoints.updateMfaFactors, { body: { action: "remove", password } });

export const createBackupCodes = (password: string) => call(authEndpoints.createBackupCodes, { body: { password } });

export const changePassword = (current_password: string, new_password: string) =>
	call(authEndpoints.changePassword, { body: { current_password, new_password } });

export const changePublicName = (public_user_name: string) =>
	call(historyEndpoints.updatePublicUserName, { body: { public_user_name } });

export const deleteAccount = () => call(privacyEndpoints.deleteUser, {});
