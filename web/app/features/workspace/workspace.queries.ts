import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { RequestOf, ResponseOf } from "@timbre/contract/endpoint.ts";
import { workspaceEndpoints } from "@timbre/contract/workspace.ts";
import { call } from "../../lib/api.ts";
import { showError, toaster } from "../../lib/toaster.ts";

export const workspaceQuery = queryOptions({
	queryKey: ["workspace", "current"],
	queryFn: ({ signal }) => call(workspaceEndpoints.getWorkspace, { signal }),
});

export type Access = ResponseOf<typeof workspaceEndpoints.canAccessSettings>;

/** Which parts of the administration are open to who is signed in. */
export const accessQuery = queryOptions({
	queryKey: ["workspace", "access"],
	queryFn: ({ signal }) => call(workspaceEndpoints.canAccessSettings, { signal }),
});

export const trainingOptOutQuery = queryOptions({
	queryKey: ["workspace", "training-opt-out"],
	queryFn: ({ signal }) => call(workspaceEndpoints.getTrainingOptOut, { signal }),
});

export const seatsQuery = queryOptions({
	queryKey: ["workspace", "seats"],
	queryFn: ({ signal }) => call(workspaceEndpoints.getSeatsStatus, { signal }),
});

export const membersQuery = queryOptions({
	queryKey: ["workspace", "members"],
	queryFn: ({ signal }) => call(workspaceEndpoints.listMembers, { signal }),
});

export const invitesQuery = queryOptions({
	queryKey: ["workspace", "invites"],
	queryFn: async ({ signal }) => (await call(workspaceEndpoints.listInvites, { signal })).invites,
});

export const groupsQuery = queryOptions({
	queryKey: ["workspace", "groups"],
	queryFn: async ({ signal }) => {
		const groups = Object.values(await call(workspaceEndpoints.listGroups, { signal }));
		return groups.sort((a, b) => a.name.localeCompare(b.name));
	},
});

export const serviceAccountsQuery = queryOptions({
	queryKey: ["workspace", "service-accounts"],
	queryFn: async ({ signal }) => (await call(workspaceEndpoints.listServiceAccounts, { signal }))["service-accounts"],
});

export const joinInfoQuery = (code: string, email: string | undefined) =>
	queryOptions({
		queryKey: ["workspace", "join-info", code, email],
		queryFn: ({ signal }) => call(workspaceEndpoints.getJoinInfo, { body: { email, invite_code: code }, signal }),
		staleTime: Number.POSITIVE_INFINITY,
	});

type AuditFilter = { class_name: string; actor_uid: string; days: string };

const dayMs = 86_400_000;

export const auditQuery = ({ class_name, actor_uid, days }: AuditFilter) =>
	infiniteQueryOptions({
		queryKey: ["workspace", "audit", class_name, actor_uid, days],
		queryFn: ({ pageParam, signal }) =>
			call(workspaceEndpoints.listAuditLogs, {
				query: {
					limit: 30,
					cursor: pageParam || undefined,
					class_name: class_name || undefined,
					actor_uid: actor_uid || undefined,
					time_from_unix_ms: days === "" ? undefined : Date.now() - Number(days) * dayMs,
				},
				signal,
			}),
		initialPageParam: "",
		getNextPageParam: (page) => page.next_cursor ?? undefined,
	});

type Told = { done: string; failed: string };

/** An act on the workspace: what it shows is asked for again, whoever acted is told how it went. */
function useAct<Input>(act: (input: Input) => Promise<unknown>, { done, failed }: Told) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: act,
		onSuccess: () => {
			toaster.show({ title: done, tone: "positive" });
			return queryClient.invalidateQueries({ queryKey: ["workspace"] });
		},
		onError: (error) => showError(failed, error),
	});
}

type BodyOf<Name extends keyof typeof workspaceEndpoints> = RequestOf<(typeof workspaceEndpoints)[Name]>["body"];

export const useWorkspaceChange = (done: string) =>
	useAct((body: BodyOf<"updateWorkspace">) => call(workspaceEndpoints.updateWorkspace, { body }), {
		done,
		failed: "Not changed",
	});

/** Not told by a toast: the form says it. */
export function useRename() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (name: string) => call(workspaceEndpoints.updateWorkspace, { body: { name } }),
		onSuccess: () => queryClient.invalidateQueries({ queryKey: ["workspace"] }),
	});
}

export const useTransfer = () =>
	useAct((email: string) => call(workspaceEndpoints.transferOwnership, { body: { email } }), {
		done: "The workspace has a new owner",
		failed: "Not handed over",
	});

export const useMemberChange = (done: string) =>
	useAct((body: BodyOf<"updateMember">) => call(workspaceEndpoints.updateMember, { body }), {
		done,
		failed: "Not changed",
	});

export const useMemberRemoval = () =>
	useAct((email: string) => call(workspaceEndpoints.removeMember, { body: { email } }), {
		done: "Member removed",
		failed: "Not removed",
	});

export const useAccountDeletion = () =>
	useAct((email: string) => call(workspaceEndpoints.deleteMemberAccount, { body: { email } }), {
		done: "Account deleted",
		failed: "Not deleted",
	});

export const useInviteRemoval = () =>
	useAct((email: string) => call(workspaceEndpoints.deleteInvite, { body: { email } }), {
		done: "Invitation taken back",
		failed: "Not taken back",
	});

type Invitation = Omit<BodyOf<"addInvites">, "emails"> & { emails: string[] };

/** One address or many. Not told by a toast: the dialog goes on to say how the invitations travel. */
export function useInviting() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ emails, ...as }: Invitation) => {
			const [email] = emails;
			return email !== undefined && emails.length === 1
				? call(workspaceEndpoints.addInvite, { body: { email, ...as } })
				: call(workspaceEndpoints.addInvites, { body: { emails, ...as } });
		},
		onSuccess: () => queryClient.invalidateQueries({ queryKey: ["workspace"] }),
	});
}

export const useGroupDeletion = () =>
	useAct((group_id: string) => call(workspaceEndpoints.deleteGroup, { params: { group_id } }), {
		done: "Group deleted",
		failed: "Not deleted",
	});

type GroupForm = { id: string | null; name: string; permissions: BodyOf<"createGroup">["permissions"] };

export function useGroupSaving() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ id, ...body }: GroupForm) =>
			id === null
				? call(workspaceEndpoints.createGroup, { body })
				: call(workspaceEndpoints.updateGroup, { params: { group_id: id }, body }),
		onSuccess: (_, { id }) => {
			toaster.show({ title: id === null ? "Group made" : "Group saved", tone: "positive" });
			return queryClient.invalidateQueries({ queryKey: ["workspace"] });
		},
	});
}

type Belonging = { group_id: string; user_id: string; email: string; belongs: boolean };

/** Shown at once, and taken back should the server refuse: people go through a list of these. */
export function useGroupMembership() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ group_id, email, belongs }: Belonging) =>
			call(belongs ? workspaceEndpoints.addGroupMember : workspaceEndpoints.removeGroupMember, {
				params: { group_id },
				body: { email },
			}),
		onMutate: ({ group_id, user_id, belongs }) => {
			queryClient.setQueryData(groupsQuery.queryKey, (groups) =>
				groups?.map((one) => (one.id === group_id ? { ...one, members: put(one.members, user_id, belongs) } : one)),
			);
			queryClient.setQueryData(membersQuery.queryKey, (members) =>
				members?.map((one) =>
					one.user_id === user_id ? { ...one, group_ids: put(one.group_ids, group_id, belongs) } : one,
				),
			);
		},
		onError: (error) => showError("Not changed", error),
		onSettled: () => queryClient.invalidateQueries({ queryKey: ["workspace"] }),
	});
}

const put = (ids: string[], id: string, belongs: boolean) => [
	...ids.filter((one) => one !== id),
	...(belongs ? [id] : []),
];

export function useServiceAccountMaking() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (body: BodyOf<"createServiceAccount">) => call(workspaceEndpoints.createServiceAccount, { body }),
		onSuccess: () => {
			toaster.show({ title: "Service account made", tone: "positive" });
			return queryClient.invalidateQueries({ queryKey: serviceAccountsQuery.queryKey });
		},
	});
}

export const useServiceAccountDeletion = () =>
	useAct(
		(service_account_user_id: string) =>
			call(workspaceEndpoints.deleteServiceAccount, { params: { service_account_user_id } }),
		{ done: "Service account deleted", failed: "Not deleted" },
	);
