import { useQuery } from "@tanstack/react-query";
import { publicUserName } from "@timbre/contract/history.ts";
import { type OwnProfile, profileHandle } from "@timbre/contract/profiles.ts";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { Skeleton } from "@timbre/ui/primitives/skeleton.tsx";
import type { ReactNode } from "react";
import { LoadFailure } from "../../shell/load-failure.tsx";
import { OneFieldForm } from "../../shell/one-field-form.tsx";
import { Page } from "../../shell/page.tsx";
import { PageLinks } from "./components/page-links.tsx";
import { PageSwitches } from "./components/page-switches.tsx";
import { ownProfileQuery, useProfileChange, useRename } from "./profiles.queries.ts";

export const meta = () => [{ title: "Public profile - Timbre" }];

export default function ProfilesPage() {
	const profile = useQuery(ownProfileQuery);
	return (
		<Page
			title="Public profile"
			description="A page with your name on it, for those you want to find you. Nobody sees it before you say so."
			className="max-w-3xl"
		>
			{profile.isPending ? (
				<div aria-busy="true" className="flex flex-col gap-4">
					<p className="sr-only">Loading your profile</p>
					<Skeleton className="h-44" />
					<Skeleton className="h-40" />
				</div>
			) : null}
			{profile.isError ? <LoadFailure title="Your profile could not be loaded" query={profile} /> : null}
			{profile.data ? <Settings profile={profile.data} /> : null}
		</Page>
	);
}

function Settings({ profile }: { profile: OwnProfile }) {
	const rename = useRename();
	const change = useProfileChange();
	return (
		<div className="flex flex-col gap-4">
			<Part title="Who you are">
				<div className="flex flex-col gap-5">
					<OneFieldForm
						label="Public name"
						hint="Stands on your page and on everything that you share."
						value={profile.public_user_name}
						schema={publicUserName}
						autoComplete="nickname"
						save={(name) => rename.mutateAsync(name)}
						saved="Public name updated"
					/>
					<OneFieldForm
						label="Address of the page"
						hint="3 to 30 small letters, digits and hyphens. Links to an earlier address stop working."
						prefix="/profiles/"
						value={profile.handle ?? ""}
						schema={profileHandle}
						save={(handle) => change.mutateAsync({ handle })}
						saved="Address saved"
					/>
				</div>
			</Part>
			<Part title="What others see">
				<PageSwitches profile={profile} />
			</Part>
			{profile.public && profile.profile_url && profile.embed_url ? (
				<Part title="Your page">
					<PageLinks profileUrl={profile.profile_url} embedUrl={profile.embed_url} />
				</Part>
			) : null}
		</div>
	);
}

function Part({ title, children }: { title: string; children: ReactNode }) {
	return (
		<Card className="p-5 md:p-6">
			<h2 className="mb-4 font-semibold text-[15px]">{title}</h2>
			{children}
		</Card>
	);
}
