import { useQuery } from "@tanstack/react-query";
import type { Voice } from "@timbre/contract/voices/schemas.ts";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@timbre/ui/primitives/tabs.tsx";
import { LoadFailure } from "../../../../shell/page/load-failure.tsx";
import { Loading } from "../../../../shell/page/loading.tsx";
import { voiceShareQuery } from "../sharing.queries.ts";
import { PublishPart } from "./publish-part.tsx";
import { ShareLinkPart } from "./share-link-part.tsx";
import { ShareStats } from "./share-stats.tsx";

/** Shares a voice by link or in the library, and shows its usage there. */
export function ShareVoiceDialog({ voice, onClose }: { voice: Voice; onClose: () => void }) {
	const share = useQuery(voiceShareQuery(voice.voice_id));
	const published = share.data?.library != null;
	return (
		<Dialog
			open
			onOpenChange={(open) => !open && onClose()}
			title={`Share ${voice.name}`}
			description="People who add it can use it. You stay the owner."
			className="max-w-xl"
		>
			{share.isPending ? <Loading what="sharing settings" className="h-64" /> : null}
			{share.isError ? <LoadFailure title="Couldn't load sharing settings" query={share} /> : null}
			{share.data ? (
				<Tabs defaultValue="link" className="min-h-72 px-px pb-1">
					<TabsList>
						<TabsTrigger value="link">Link</TabsTrigger>
						<TabsTrigger value="library">Library</TabsTrigger>
						{published ? <TabsTrigger value="stats">Statistics</TabsTrigger> : null}
					</TabsList>
					<TabsContent value="link">
						<ShareLinkPart link={share.data.link} />
					</TabsContent>
					<TabsContent value="library">
						<PublishPart voice={voice} share={share.data} />
					</TabsContent>
					{published ? (
						<TabsContent value="stats">
							<ShareStats voiceId={voice.voice_id} />
						</TabsContent>
					) : null}
				</Tabs>
			) : null}
		</Dialog>
	);
}
