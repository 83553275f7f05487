import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { voicesPaths } from "@timbre/contract/voices/paths.ts";
import { call } from "../../../lib/api/api.ts";
import { showError } from "../../../lib/page/toaster.ts";
import { voicesKey } from "../voices.public.ts";

export const collectionsQuery = queryOptions({
	queryKey: [...voicesKey, "collections"],
	queryFn: async ({ signal }) => (await call(voicesPaths.listCollections, { signal })).collections,
	staleTime: 60_000,
});

/** Voices list their collections, so both have to be refetched. */
function useCollectionsChanged() {
	const queryClient = useQueryClient();
	return () => queryClient.invalidateQueries({ queryKey: voicesKey });
}

type CollectionNames = { title: string; icon: string };

/** Creates a collection, or updates the one with the id. */
export function useSaveCollection(collectionId?: string) {
	const changed = useCollectionsChanged();
	return useMutation({
		mutationFn: (body: CollectionNames) =>
			collectionId
				? call(voicesPaths.updateCollection, { params: { collection_id: collectionId }, body })
				: call(voicesPaths.createCollection, { body }),
		onSuccess: changed,
	});
}

export function useDeleteCollection() {
	const changed = useCollectionsChanged();
	return useMutation({
		mutationFn: (collectionId: string) =>
			call(voicesPaths.deleteCollection, { params: { collection_id: collectionId } }),
		onSuccess: changed,
		onError: (error) => showError("Couldn't delete the collection", error),
	});
}

type Membership = { collectionId: string; voiceId: string; member: boolean };

export function useSetMember() {
	const changed = useCollectionsChanged();
	return useMutation({
		mutationFn: ({ collectionId, voiceId, member }: Membership) =>
			call(member ? voicesPaths.addVoiceToCollection : voicesPaths.removeVoiceFromCollection, {
				params: { collection_id: collectionId, voice_id: voiceId },
			}),
		onSuccess: changed,
		onError: (error) => showError("Couldn't update the collection", error),
	});
}
