import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SpeechJob } from "@timbre/contract/speech/endpoints.ts";
import { speechPaths } from "@timbre/contract/speech/paths.ts";
import { useEffect, useRef } from "react";
import { call } from "../../lib/api/api.ts";
import { showError, toaster } from "../../lib/page/toaster.ts";
import { historyKey } from "../history/history.public.ts";
import { subscriptionQuery } from "../usage/usage.public.ts";
import type { PageFormat } from "./model/formats.ts";
import { type SpeechParams, speechRequest } from "./model/speech-request.ts";
import { estimateKey } from "./speech.queries.ts";

const jobsKey = ["speech", "jobs"] as const;
const pollMs = 2_000;

const jobsQuery = queryOptions({
	queryKey: jobsKey,
	queryFn: async ({ signal }) => (await call(speechPaths.listJobs, { signal })).jobs,
	refetchInterval: ({ state }) => (state.data?.length ? pollMs : false),
});

/** Starts a job for a text that takes long. */
export function useStartJob() {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: ({ format, ...params }: SpeechParams & { format: PageFormat }) =>
			call(speechPaths.createJob, {
				params: { voice_id: params.voice.voice_id },
				query: { output_format: format as never },
				body: speechRequest(params),
			}),
		onSuccess: (job) => queryClient.setQueryData(jobsQuery.queryKey, (jobs) => [...(jobs ?? []), job]),
		onError: (error) => showError("Couldn't start the generation", error),
	});
}

/** The user's jobs that are not finished, also those started in another tab. Calls `onDone` with each new generation. */
export function useJobs(onDone: (historyItemId: string) => void) {
	const queryClient = useQueryClient();
	const { data: jobs = [] } = useQuery(jobsQuery);
	const known = useRef<SpeechJob[]>([]);
	useEffect(() => {
		const ended = known.current.filter(({ speech_job_id: id }) => !jobs.some((job) => job.speech_job_id === id));
		known.current = jobs;
		for (const { speech_job_id } of ended) void report(speech_job_id);

		async function report(speech_job_id: string) {
			const job = await call(speechPaths.getJob, { params: { speech_job_id } });
			await Promise.all(
				[historyKey, subscriptionQuery.queryKey, estimateKey].map((queryKey) =>
					queryClient.invalidateQueries({ queryKey }),
				),
			);
			if (job.history_item_id) onDone(job.history_item_id);
			if (job.error) toaster.show({ tone: "danger", title: "Couldn't finish the generation", detail: job.error });
		}
	}, [jobs, onDone, queryClient]);
	const cancel = useMutation({
		mutationFn: (speech_job_id: string) => call(speechPaths.cancelJob, { params: { speech_job_id } }),
		onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
		onError: (error) => showError("Couldn't cancel the generation", error),
	});
	return { jobs, cancel: cancel.mutate };
}
