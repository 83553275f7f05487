import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { accountPaths } from "@timbre/contract/account/paths.ts";
import type { teamEndpoints } from "@timbre/contract/account/team.ts";
import type { RequestOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import type { workspaceEndpoints } from "@timbre/contract/workspace/endpoints.ts";
import { workspacePaths } from "@timbre/contract/workspace/paths.ts";
import type { AuditEntry } from "@timbre/contract/workspace/schemas.ts";
import { call } from "../../lib/api/api.ts";
import { showError, toaster } from "../../lib/page/toaster.ts";

export const workspaceQuery = queryOptions({
	queryKey: ["workspace", "current"],
	queryFn: ({ signal }) => call(accountPaths.getWorkspace, { signal }),
});

export type Access = ResponseOf<typeof workspaceEndpoints.canAccessSettings>;

/** The user's permissions to manage the workspace. */
export const accessQuery = queryOptions({
	queryKey: ["workspace", "access"],
	queryFn: ({ signal }) => call(workspacePaths.canAccessSettings, { signal }),
});

export const trainingOptOutQuery = queryOptions({
	queryKey: ["workspace", "training-opt-out"],
	queryFn: ({ signal }) => call(workspacePaths.getTrainingOptOut, { signal }),
});

export const seatsQuery = queryOptions({
	queryKey: ["workspace", "seats"],
	queryFn: ({ signal }) => call(workspacePaths.getSeatsStatus, { signal }),
});

export const membersQuery = queryOptions({
	queryKey: ["workspace", "members"],
	queryFn: ({ signal }) => call(accountPaths.listMembers, { signal }),
});

export const invitesQuery = queryOptions({
	queryKey: ["workspace", "invites"],
	queryFn: async ({ signal }) => (await call(workspacePaths.listInvites, { signal })).invites,
});

export const groupsQuery = queryOptions({
	queryKey: ["workspace", "groups"],
	queryFn: async ({ signal }) => {
		const groups = Object.values(await call(accountPaths.listGroups, { signal }));
		return groups.sort((a, b) => a.name.localeCompare(b.name));
	},
});

export const serviceAccountsQuery = queryOptions({
	queryKey: ["workspace", "service-accounts"],
	queryFn: async ({ signal }) => (await call(accountPaths.listServiceAccounts, { signal }))["service-accounts"],
});

export const joinInfoQuery = (code: string, email: string | undefined) =>
	queryOptions({
		queryKey: ["workspace", "join-info", code, email],
		queryFn: ({ signal }) => call(workspacePaths.getJoinInfo, { body: { email, invite_code: code }, signal }),
		staleTime: Number.POSITIVE_INFINITY,
	});

type AuditFilter = { class_name: string; actor_uid: string; days: string; search: string };

const dayMs = 86_400_000;

const auditPage = ({ class_name, actor_uid, days, search }: AuditFilter, cursor: string, limit: number) => ({
	limit,
	cursor: cursor || undefined,
	class_name: class_name || undefined,
	actor_uid: actor_uid || undefined,
	search: search.trim() || undefined,
	time_from_unix_ms: days === "" ? undefined : Date.now() - Number(days) * dayMs,
});

export const auditQuery = (filter: AuditFilter) =>
	infiniteQueryOptions({
		queryKey: ["workspace", "audit", filter],
		queryFn: ({ pageParam, signal }) =>
			call(workspacePaths.listAuditLogs, { query: auditPage(filter, pageParam, 30), signal }),
		initialPageParam: "",
		getNextPageParam: (page) => page.next_cursor ?? undefined,
	});

/** All events that match, newest first. */
export async function fetchAuditEvents(filter: AuditFilter): Promise<AuditEntry[]> {
	const entries: AuditEntry[] = [];
	for (let cursor: string | null = ""; cursor !== null; ) {
		const page: { entries: AuditEntry[]; next_cursor: string | null } = await call(workspacePaths.listAuditLogs, {
			query: auditPage(filter, cursor, 100),
		});
		entries.push(...page.entries);
		cursor = page.next_cursor;
	}
	return entries;
}

type ToastTitles = { done: string; failed: string };

/** A mutation of the workspace that shows a toast and refetches workspace data. */
function useWorkspaceMutation<Input>(mutationFn: (input: Input) => Promise<unknown>, { done, failed }: ToastTitles) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn,
		onSuccess: () => {
			toaster.show({ title: done, tone: "positive" });
			return queryClient.invalidateQueries({ queryKey: ["workspace"] });
		},
		onError: (error) => showError(failed, error),
	});
}

type BodyOf<Name extends keyof typeof workspaceEndpoints> = RequestOf<(typeof workspaceEndpoints)[Name]>["body"];

export const useUpdateWorkspace = (done: string) =>
	useWorkspaceMutation(
		(body: RequestOf<typeof teamEndpoints.updateWorkspace>["body"]) => call(accountPaths.updateWorkspace, { body }),
		{
			done,
			failed: "Couldn't save the change",
		},
	);

/** Without a toast, since the form shows the result. */
export function useRenameWorkspace() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (name: string) => call(accountPaths.updateWorkspace, { body: { name } }),
		onSuccess: () => queryClient.invalidateQueries({ queryKey: ["workspace"] }),
	});
}

export const useTransferOwnership = () =>
	useWorkspaceMutation((email: string) => call(workspacePaths.transferOwnership, { body: { email } }), {
		done: "Ownership transferred",
		failed: "Couldn't transfer ownership",
	});

export const useUpdateMember = (done: string) =>
	useWorkspaceMutation((body: BodyOf<"updateMember">) => call(workspacePaths.updateMember, { body }), {
		done,
		failed: "Couldn't save the change",
	});

export const useSetMemberLimits = () =>
	useWorkspaceMutation(
		(usage_limit: number | null) => call(workspacePaths.setMemberLimits, { body: { usage_limit } }),
		{ done: "Limits of all members saved", failed: "Couldn't save the limits" },
	);

export const useRemoveMember = () =>
	useWorkspaceMutation((email: string) => call(accountPaths.removeMember, { body: { email } }), {
		done: "Member removed",
		failed: "Couldn't remove the member",
	});

export const useDeleteMemberAccount = () =>
	useWorkspaceMutation((email: string) => call(accountPaths.deleteMemberAccount, { body: { email } }), {
		done: "Account deleted",
		failed: "Couldn't delete the account",
	});

export const useRevokeInvite = () =>
	useWorkspaceMutation((email: string) => call(workspacePaths.deleteInvite, { body: { email } }), {
		done: "Invitation revoked",
		failed: "Couldn't revoke the invitation",
	});

type Invitation = Omit<BodyOf<"addInvites">, "emails"> & { emails: string[] };

/** Without a toast, since the dialog shows how the invitations are delivered. */
export function useInvite() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ emails, ...as }: Invitation) => {
			const [email] = emails;
			return email !== undefined && emails.length === 1
				? call(workspacePaths.addInvite, { body: { email, ...as } })
				: call(workspacePaths.addInvites, { body: { emails, ...as } });
		},
		onSuccess: () => queryClient.invalidateQueries({ queryKey: ["workspace"] }),
	});
}

export const useDeleteGroup = () =>
	useWorkspaceMutation((group_id: string) => call(workspacePaths.deleteGroup, { params: { group_id } }), {
		done: "Group deleted",
		failed: "Couldn't delete the group",
	});

type GroupForm = { id: string | null; name: string; permissions: BodyOf<"createGroup">["permissions"] };

export function useSaveGroup() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ id, ...body }: GroupForm) =>
			id === null
				? call(workspacePaths.createGroup, { body })
				: call(workspacePaths.updateGroup, { params: { group_id: id }, body }),
		onSuccess: (_, { id }) => {
			toaster.show({ title: id === null ? "Group created" : "Group saved", tone: "positive" });
			return queryClient.invalidateQueries({ queryKey: ["workspace"] });
		},
	});
}

type MembershipChange = { group_id: string; user_id: string; email: string; belongs: boolean };

/** Optimistic, since users often toggle several in a row; refetched afterwards. */
export function useGroupMembership() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ group_id, email, belongs }: MembershipChange) =>
			call(belongs ? workspacePaths.addGroupMember : workspacePaths.removeGroupMember, {
				params: { group_id },
				body: { email },
			}),
		onMutate: ({ group_id, user_id, belongs }) => {
			queryClient.setQueryData(groupsQuery.queryKey, (groups) =>
				groups?.map((one) =>
					one.id === group_id ? { ...one, members: setMembership(one.members, user_id, belongs) } : one,
				),
			);
			queryClient.setQueryData(membersQuery.queryKey, (members) =>
				members?.map((one) =>
					one.user_id === user_id ? { ...one, group_ids: setMembership(one.group_ids, group_id, belongs) } : one,
				),
			);
		},
		onError: (error) => showError("Couldn't change the group", error),
		onSettled: () => queryClient.invalidateQueries({ queryKey: ["workspace"] }),
	});
}

const setMembership = (ids: string[], id: string, belongs: boolean) => [
	...ids.filter((one) => one !== id),
	...(belongs ? [id] : []),
];

export function useCreateServiceAccount() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (body: BodyOf<"createServiceAccount">) => call(workspacePaths.createServiceAccount, { body }),
		onSuccess: () => {
			toaster.show({ title: "Service account created", tone: "positive" });
			return queryClient.invalidateQueries({ queryKey: serviceAccountsQuery.queryKey });
		},
	});
}

export const useDeleteServiceAccount = () =>
	useWorkspaceMutation(
		(service_account_user_id: string) =>
			call(accountPaths.deleteServiceAccount, { params: { service_account_user_id } }),
		{ done: "Service account deleted", failed: "Couldn't delete the service account" },
	);
