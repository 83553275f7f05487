import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RequestOf } from "@timbre/contract/endpoint.ts";
import type { DesignJob } from "@timbre/contract/voice-making/design-jobs.ts";
import type { voiceMakingEndpoints } from "@timbre/contract/voice-making/endpoints.ts";
import { voiceMakingPaths } from "@timbre/contract/voice-making/paths.ts";
import { peaksOf } from "@timbre/ui/audio/peaks.ts";
import { useEffect } from "react";
import { call } from "../../../lib/api/api.ts";
import { showError } from "../../../lib/page/toaster.ts";
import { useAgreement } from "../../privacy/privacy.agreements.public.ts";
import { designPreviewUrl } from "../voice-making.queries.ts";
import { isUnfinished } from "./model/design-job.ts";

const jobsKey = ["voice-design", "jobs"];

/** Jobs run on the server, so a page that is opened again finds the one it started. */
const designJobsQuery = queryOptions({
	queryKey: jobsKey,
	queryFn: async ({ signal }) => (await call(voiceMakingPaths.listDesignJobs, { signal, background: true })).jobs,
	refetchInterval: (query) => (query.state.data?.some(isUnfinished) ? 1_000 : false),
	staleTime: 0,
});

type JobBody = RequestOf<typeof voiceMakingEndpoints.createDesignJob>["body"];

/** The user's latest job of this kind, and how to start and cancel one. */
export function useDesignJob(kind: "designed" | "remixed") {
	const queryClient = useQueryClient();
	const jobs = useQuery(designJobsQuery);
	const terms = useAgreement("voice_design");
	const job = jobs.data?.find(({ source_voice_id }) => (source_voice_id === null) === (kind === "designed"));
	const finished = job?.state === "completed" ? job.job_id : undefined;
	useEffect(() => {
		if (finished) void queryClient.invalidateQueries({ queryKey: ["usage"] });
	}, [finished, queryClient]);
	const store = (changed: DesignJob) =>
		queryClient.setQueryData(designJobsQuery.queryKey, (before: DesignJob[] = []) => [
			changed,
			...before.filter(({ job_id }) => job_id !== changed.job_id),
		]);
	const creating = useMutation({
		mutationFn: async (body: JobBody) => {
			await terms.agree();
			return call(voiceMakingPaths.createDesignJob, { body });
		},
		onSuccess: store,
	});
	const canceling = useMutation({
		mutationFn: (id: string) => call(voiceMakingPaths.cancelDesignJob, { params: { job_id: id } }),
		onSuccess: store,
		onError: (error) => showError("Couldn't cancel", error),
	});
	return { job, jobs, creating, canceling };
}

/** Which words of a description would be used. Free, so it can run while the user types. */
export const understandQuery = (description: string) =>
	queryOptions({
		queryKey: ["voice-design", "understood", description],
		queryFn: ({ signal }) =>
			call(voiceMakingPaths.understandDescription, { body: { voice_description: description }, signal }),
		enabled: description !== "",
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});

/** The waveform of a preview, decoded in the browser. */
export const previewPeaksQuery = (generatedVoiceId: string) =>
	queryOptions({
		queryKey: ["voice-design", "peaks", generatedVoiceId],
		queryFn: async ({ signal }) => {
			const response = await fetch(designPreviewUrl(generatedVoiceId), { signal });
			if (!response.ok) throw new Error(`status ${response.status}`);
			const audio = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(await response.arrayBuffer());
			return peaksOf(audio.getChannelData(0), audio.sampleRate);
		},
		staleTime: Number.POSITIVE_INFINITY,
		retry: false,
	});
