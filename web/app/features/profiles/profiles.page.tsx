import { useQuery } from "@tanstack/react-query";
import { publicUserName } from "@timbre/contract/history/schemas.ts";
import type { OwnProfile } from "@timbre/contract/profiles/endpoints.ts";
import { profileHandle } from "@timbre/contract/profiles/schemas.ts";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import type { ReactNode } from "react";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { OneFieldForm } from "../../shell/page/one-field-form.tsx";
import { Page } from "../../shell/page/page.tsx";
import { PageLinks } from "./components/page-links.tsx";
import { PageSwitches } from "./components/page-switches.tsx";
import { ownProfileQuery, useUpdateProfile, useUpdatePublicName } from "./profiles.queries.ts";

export const meta = () => [{ title: "Public profile - Timbre" }];

export default function ProfilesPage() {
	const profile = useQuery(ownProfileQuery);
	return (
		<Page
			title="Public profile"
			description="A public page with your name. It stays private until you publish it."
			className="max-w-3xl"
		>
			{profile.isPending ? (
				<div aria-busy="true" className="flex flex-col gap-4">
					<p className="sr-only">Loading your profile</p>
					<Skeleton className="h-44" />
					<Skeleton className="h-40" />
				</div>
			) : null}
			{profile.isError ? <LoadFailure title="Couldn't load your profile" query={profile} /> : null}
			{profile.data ? <Settings profile={profile.data} /> : null}
		</Page>
	);
}

function Settings({ profile }: { profile: OwnProfile }) {
	const rename = useUpdatePublicName();
	const change = useUpdateProfile();
	return (
		<div className="flex flex-col gap-4">
			<Part title="Identity">
				<div className="flex flex-col gap-5">
					<OneFieldForm
						label="Public name"
						hint="Shown on your profile and on everything you share."
						value={profile.public_user_name}
						schema={publicUserName}
						autoComplete="nickname"
						save={(name) => rename.mutateAsync(name)}
						saved="Public name updated"
					/>
					<OneFieldForm
						label="Profile URL"
						hint="3 to 30 lowercase letters, digits and hyphens. Links to a previous URL stop working."
						prefix="/profiles/"
						value={profile.handle ?? ""}
						schema={profileHandle}
						save={(handle) => change.mutateAsync({ handle })}
						saved="Profile URL saved"
					/>
				</div>
			</Part>
			<Part title="Visibility">
				<PageSwitches profile={profile} />
			</Part>
			{profile.public && profile.profile_url && profile.embed_url ? (
				<Part title="Share your profile">
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
