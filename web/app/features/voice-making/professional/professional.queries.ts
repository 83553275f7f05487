import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@timbre/contract/endpoint.ts";
import type { cloningEndpoints } from "@timbre/contract/voice-making/cloning.ts";
import { voiceMakingPaths } from "@timbre/contract/voice-making/paths.ts";
import { call, callForm } from "../../../lib/api/api.ts";
import { trainingQuery, useRefreshVoice, voiceCreationKey } from "../voice-making.queries.ts";

const key = (voiceId: string, sampleId: string, what: string) =>
	[...voiceCreationKey(voiceId), "sample", sampleId, what] as const;

export const waveformQuery = (voiceId: string, sampleId: string) =>
	queryOptions({
		queryKey: key(voiceId, sampleId, "waveform"),
		queryFn: async ({ signal }) =>
			(await call(voiceMakingPaths.getSampleWaveform, { params: { voice_id: voiceId, sample_id: sampleId }, signal }))
				.visual_waveform,
		staleTime: Number.POSITIVE_INFINITY,
	});

export const speakersQuery = (voiceId: string, sampleId: string) =>
	queryOptions({
		queryKey: key(voiceId, sampleId, "speakers"),
		queryFn: ({ signal }) =>
			call(voiceMakingPaths.getSampleSpeakers, { params: { voice_id: voiceId, sample_id: sampleId }, signal }),
		refetchInterval: (query) => (query.state.data?.status === "pending" ? 1_500 : false),
	});

export const samplePreview = (voiceId: string, sampleId: string) => () =>
	call(voiceMakingPaths.getSamplePreview, { params: { voice_id: voiceId, sample_id: sampleId }, query: {} });

export const speakerAudio = (voiceId: string, sampleId: string, speakerId: string) => () =>
	call(voiceMakingPaths.getSpeakerAudio, {
		params: { voice_id: voiceId, sample_id: sampleId, speaker_id: speakerId },
	});

export function useAddSamples(voiceId: string) {
	return useMutation({
		mutationFn: ({ files, clean }: { files: File[]; clean: boolean }) =>
			callForm(voiceMakingPaths.addSamples, {
				params: { voice_id: voiceId },
				form: { files, remove_background_noise: clean },
			}),
		onSuccess: useRefreshVoice(voiceId),
	});
}

type SampleChange = RequestOf<typeof cloningEndpoints.updateSample>["body"];

export function useUpdateSample(voiceId: string, sampleId: string) {
	return useMutation({
		mutationFn: (body: SampleChange) =>
			call(voiceMakingPaths.updateSample, { params: { voice_id: voiceId, sample_id: sampleId }, body }),
		onSuccess: useRefreshVoice(voiceId),
	});
}

export function useDeleteSample(voiceId: string, sampleId: string) {
	return useMutation({
		mutationFn: () =>
			call(voiceMakingPaths.deleteProfessionalSample, { params: { voice_id: voiceId, sample_id: sampleId } }),
		onSuccess: useRefreshVoice(voiceId),
	});
}

export function useSeparateSpeakers(voiceId: string, sampleId: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: () => call(voiceMakingPaths.separateSpeakers, { params: { voice_id: voiceId, sample_id: sampleId } }),
		onSuccess: () => queryClient.invalidateQueries({ queryKey: speakersQuery(voiceId, sampleId).queryKey }),
	});
}

export function useTrain(voiceId: string) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: () => call(voiceMakingPaths.trainProfessionalVoice, { params: { voice_id: voiceId }, body: {} }),
		onSuccess: () => queryClient.invalidateQueries({ queryKey: trainingQuery(voiceId).queryKey }),
	});
}
