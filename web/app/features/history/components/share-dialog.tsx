import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { historyPaths } from "@timbre/contract/history/paths.ts";
import { publicUserName } from "@timbre/contract/history/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Spinner } from "@timbre/ui/primitives/feedback/spinner.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { Copy, Link2, Link2Off, Share2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { call } from "../../../lib/api/api.ts";
import { messageOf } from "../../../lib/api/api-error.ts";
import { warn } from "../../../lib/log.ts";
import { shareLink, shareTargets, truncateLink } from "../../../lib/page/share.ts";
import { showError, toaster } from "../../../lib/page/toaster.ts";
import { track } from "../../../lib/page/track.ts";
import { useMedia } from "../../../lib/page/use-media.ts";
import { ShareIcon } from "./share-icon.tsx";

const shareKey = ["history-share"] as const;

const shareQuery = (historyItemId: string) =>
	queryOptions({
		queryKey: [...shareKey, historyItemId],
		queryFn: ({ signal }) => call(historyPaths.getShareLink, { params: { history_item_id: historyItemId }, signal }),
		staleTime: 60_000,
		retry: false,
	});

type ShareDialogProps = { historyItemId: string; open: boolean; onOpenChange: (open: boolean) => void };

export function ShareDialog({ historyItemId, open, onOpenChange }: ShareDialogProps) {
	const share = useQuery({ ...shareQuery(historyItemId), enabled: open });
	return (
		<Dialog
			open={open}
			onOpenChange={onOpenChange}
			title="Share with your community"
			description={
				share.data?.is_shared
					? "Anyone with the link can listen to the audio and read its text."
					: "Only your workspace can listen to this. Create a link to share the audio and its text."
			}
		>
			<div className="flex min-h-36 flex-col gap-4 pb-1">
				{share.isPending ? (
					<p role="status" className="flex flex-1 items-center justify-center gap-2.5 text-muted">
						<Spinner />
						Generating link...
					</p>
				) : null}
				{share.isError ? (
					<div
						role="alert"
						className="flex flex-col items-start gap-3 rounded-control border border-danger px-3 py-2.5"
					>
						<p>{messageOf(share.error)}</p>
						<Button size="small" busy={share.isFetching} onClick={() => void share.refetch()}>
							Try again
						</Button>
					</div>
				) : null}
				{share.data ? (
					<>
						{share.data.is_shared ? (
							<Link link={share.data.share_link} />
						) : (
							<PrivateLink historyItemId={historyItemId} link={share.data.share_link} />
						)}
						<PublicName name={share.data.public_user_name} shared={share.data.is_shared} />
						{share.data.is_shared ? <StopSharing historyItemId={historyItemId} /> : null}
					</>
				) : null}
			</div>
		</Dialog>
	);
}

/** Creates or stops the link and shows the result everywhere the item appears. */
function useSharing(
	historyItemId: string,
	path: typeof historyPaths.createShareLink | typeof historyPaths.deleteShareLink,
) {
	const queryClient = useQueryClient();
	return useMutation({
		mutationFn: () => call(path, { params: { history_item_id: historyItemId } }),
		onSuccess: (link) => queryClient.setQueryData(shareQuery(historyItemId).queryKey, link),
	});
}

/** The link before it is created: visible, and useless to others. */
function PrivateLink({ historyItemId, link }: { historyItemId: string; link: string }) {
	const creating = useSharing(historyItemId, historyPaths.createShareLink);
	return (
		<>
			<p className="break-all rounded-control border border-line border-dashed px-3 py-2.5 font-mono text-muted text-xs">
				{truncateLink(link)}
			</p>
			<Button variant="primary" size="large" busy={creating.isPending} onClick={() => creating.mutate()}>
				<Link2 aria-hidden="true" />
				Create link
			</Button>
			{creating.isError ? (
				<p role="alert" className="text-danger">
					{messageOf(creating.error)}
				</p>
			) : null}
		</>
	);
}

function StopSharing({ historyItemId }: { historyItemId: string }) {
	const stopping = useSharing(historyItemId, historyPaths.deleteShareLink);
	const stop = () =>
		stopping.mutate(undefined, {
			onSuccess: () => toaster.show({ title: "Sharing stopped. The link no longer works.", tone: "positive" }),
			onError: (error) => showError("Couldn't stop sharing", error),
		});
	return (
		<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-4">
			<p className="text-[13px] text-muted">If you stop, the link breaks for everyone who has it.</p>
			<Button size="small" busy={stopping.isPending} onClick={stop}>
				<Link2Off aria-hidden="true" />
				Stop sharing
			</Button>
		</div>
	);
}

function showCopied(reason?: string) {
	toaster.show({ title: "Share link copied to clipboard", detail: reason, tone: "positive" });
}

function showCopyError(error: unknown) {
	showError("Couldn't copy the link", error);
}

function Link({ link }: { link: string }) {
	const isTouch = useMedia("(pointer: coarse)");
	const copy = () => navigator.clipboard.writeText(link).then(() => showCopied(), showCopyError);
	const share = () =>
		shareLink(link, {
			share: navigator.share?.bind(navigator),
			copy: (text) => navigator.clipboard.writeText(text),
			track,
		}).then((outcome) => {
			if (outcome.kind === "copied") showCopied(outcome.reason);
		}, showCopyError);
	return (
		<>
			<div className="flex items-center gap-1 rounded-control border border-line bg-sunken py-1 pr-1 pl-3">
				<span className="min-w-0 flex-1 break-all font-mono text-xs" title={link}>
					{truncateLink(link)}
				</span>
				<Button size="small" variant="quiet" onClick={() => void copy()}>
					<Copy aria-hidden="true" />
					Copy
				</Button>
			</div>
			{isTouch ? (
				<Button variant="primary" size="large" onClick={() => void share()}>
					<Share2 aria-hidden="true" />
					Share
				</Button>
			) : (
				<ul aria-label="Share on" className="grid grid-cols-3 gap-2">
					{shareTargets(link).map(({ name, url }) => (
						<li key={name}>
							<Button asChild className="w-full px-2">
								<a
									href={url}
									target="_blank"
									rel="noopener noreferrer"
									onClick={() => track(`share_${name.toLowerCase()}`)}
								>
									<ShareIcon name={name} />
									{name}
									<span className="sr-only"> (opens in a new tab)</span>
								</a>
							</Button>
						</li>
					))}
				</ul>
			)}
		</>
	);
}

/** The public name, which applies to everything the user shares and can be changed here. */
function PublicName({ name, shared }: { name: string; shared: boolean }) {
	const queryClient = useQueryClient();
	const [draft, setDraft] = useState<string | null>(null);
	const [error, setError] = useState<string>();
	const renaming = useMutation({
		mutationFn: (next: string) => call(historyPaths.updatePublicUserName, { body: { public_user_name: next } }),
		onSuccess: () => {
			toaster.show({ title: "Public name updated", tone: "positive" });
			setDraft(null);
			return queryClient.invalidateQueries({ queryKey: shareKey });
		},
		onError: (cause) => {
			warn("Couldn't update the public name.", cause);
			setError(messageOf(cause));
		},
	});
	if (draft === null) {
		return (
			<p className="flex items-center gap-1 text-muted">
				<span className="min-w-0 truncate">
					{shared ? "Shared as" : "Will be shared as"} <span className="font-medium text-ink">{name}</span>
				</span>
				<Button size="small" variant="quiet" onClick={() => setDraft(name)}>
					Change
					<span className="sr-only"> the public name</span>
				</Button>
			</p>
		);
	}
	const save = (event: FormEvent) => {
		event.preventDefault();
		const checked = publicUserName.safeParse(draft);
		setError(checked.error?.issues[0]?.message);
		if (checked.success) renaming.mutate(checked.data);
	};
	return (
		<form onSubmit={save} noValidate className="flex items-end gap-2 px-px pb-px">
			<Field label="Public name" error={error} className="flex-1">
				{(control) => (
					<Input
						{...control}
						autoFocus
						autoComplete="nickname"
						value={draft}
						onChange={(event) => {
							setDraft(event.target.value);
							setError(undefined);
						}}
					/>
				)}
			</Field>
			<Button onClick={() => setDraft(null)}>Cancel</Button>
			<Button type="submit" variant="primary" busy={renaming.isPending}>
				Save
			</Button>
		</form>
	);
}
