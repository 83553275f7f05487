import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { modelsPaths } from "@timbre/contract/models/paths.ts";
import type { ConversionJob } from "@timbre/contract/voice-changer/endpoints.ts";
import { voiceChangerPaths } from "@timbre/contract/voice-changer/paths.ts";
import { useEffect, useRef } from "react";
import { call } from "../../lib/api/api.ts";
import { showError, toaster } from "../../lib/page/toaster.ts";
import { historyKey } from "../history/history.public.ts";
import { subscriptionQuery } from "../usage/usage.public.ts";

const jobsKey = ["voice-changer", "jobs"] as const;
const pollMs = 1_000;
const modelsStaleMs = 5 * 60_000;

export const conversionModelsQuery = queryOptions({
	queryKey: ["voice-changer", "models"],
	queryFn: async ({ signal }) =>
		(await call(modelsPaths.listModels, { signal })).filter((model) => model.can_do_voice_conversion),
	staleTime: modelsStaleMs,
});

const jobsQuery = queryOptions({
	queryKey: jobsKey,
	queryFn: async ({ signal }) => (await call(voiceChangerPaths.listJobs, { signal })).jobs,
	refetchInterval: ({ state }) => (state.data?.length ? pollMs : false),
});

export type ConversionRequest = { uploadId: string; voiceId: string; modelId: string; removeNoise: boolean };

/** Starts the conversion of an uploaded recording. */
export function useStartConversion(onStarted: (job: ConversionJob) => void) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ uploadId, voiceId, modelId, removeNoise }: ConversionRequest) =>
			call(voiceChangerPaths.createJob, {
				params: { voice_id: voiceId },
				query: {},
				body: { upload_id: uploadId, model_id: modelId, remove_background_noise: removeNoise },
			}),
		onSuccess: (job) => {
			queryClient.setQueryData(jobsQuery.queryKey, (jobs) => [...(jobs ?? []), job]);
			onStarted(job);
		},
		onError: (error) => showError("Couldn't start the conversion", error),
	});
}

/** The user's conversions that are not finished, also those started in another tab. `onEnded` gets each that ends. */
export function useConversions(onEnded: (job: ConversionJob) => void) {
	const queryClient = useQueryClient();
	const { data: jobs = noJobs } = useQuery(jobsQuery);
	const known = useRef<ConversionJob[]>([]);
	useEffect(() => {
		const ended = known.current.filter(
			({ conversion_job_id: id }) => !jobs.some((job) => job.conversion_job_id === id),
		);
		known.current = jobs;
		for (const { conversion_job_id } of ended) void report(conversion_job_id);

		async function report(conversion_job_id: string) {
			const job = await call(voiceChangerPaths.getJob, { params: { conversion_job_id } });
			await Promise.all(
				[historyKey, subscriptionQuery.queryKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
			);
			onEnded(job);
			if (job.error) toaster.show({ tone: "danger", title: "Couldn't convert the recording", detail: job.error });
		}
	}, [jobs, onEnded, queryClient]);
	const cancel = useMutation({
		mutationFn: (conversion_job_id: string) => call(voiceChangerPaths.cancelJob, { params: { conversion_job_id } }),
		onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
		onError: (error) => showError("Couldn't cancel the conversion", error),
	});
	return { jobs, cancel: cancel.mutate };
}

const noJobs: ConversionJob[] = [];
