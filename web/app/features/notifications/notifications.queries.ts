import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { NotificationMessage } from "@timbre/contract/notifications/endpoints.ts";
import { notificationsPaths } from "@timbre/contract/notifications/paths.ts";
import type { NotificationTopic } from "@timbre/contract/notifications/rules.ts";
import { call } from "../../lib/api/api.ts";
import { showError } from "../../lib/page/toaster.ts";

export const notificationsKey = ["notifications"] as const;

/** The latest notifications. A background request, so it does not extend the session. */
export const latestQuery = queryOptions({
	queryKey: [...notificationsKey, "latest"],
	queryFn: ({ signal }) =>
		call(notificationsPaths.listNotifications, { query: { page_size: 15 }, signal, background: true }),
	staleTime: 30_000,
});

export const allQuery = (unreadOnly: boolean) =>
	infiniteQueryOptions({
		queryKey: [...notificationsKey, "all", unreadOnly],
		queryFn: ({ signal, pageParam }) =>
			call(notificationsPaths.listNotifications, {
				query: { page_size: 30, unread_only: String(unreadOnly), ...(pageParam ? { cursor: pageParam } : {}) },
				signal,
			}),
		initialPageParam: "",
		getNextPageParam: (page) => page.next_cursor,
	});

export function useMarkRead() {
	const queryClient = useQueryClient();
	const settled = () => queryClient.invalidateQueries({ queryKey: notificationsKey });
	const one = useMutation({
		mutationFn: (message: NotificationMessage) =>
			call(notificationsPaths.readNotification, { params: { message_id: message.message_id } }),
		onSettled: settled,
		onError: (error) => showError("Couldn't mark as read", error),
	});
	const all = useMutation({
		mutationFn: () => call(notificationsPaths.readAllNotifications, {}),
		onSettled: settled,
		onError: (error) => showError("Couldn't mark as read", error),
	});
	return { one, all };
}

export const preferencesQuery = queryOptions({
	queryKey: [...notificationsKey, "preferences"],
	queryFn: async ({ signal }) => (await call(notificationsPaths.getPreferences, { signal })).muted_topics,
});

export function useMuteTopics() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: (muted_topics: NotificationTopic[]) =>
			call(notificationsPaths.updatePreferences, { body: { muted_topics } }),
		onSuccess: (saved) => queryClient.setQueryData(preferencesQuery.queryKey, saved.muted_topics),
		onError: (error) => showError("Couldn't save your preferences", error),
	});
}
