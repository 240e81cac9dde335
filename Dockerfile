# docker build -t autobva . && docker run --rm -v "$PWD:/work" autobva find shop.py:price
FROM rust:1.95-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY Cargo.toml Cargo.lock ./
COPY .cargo .cargo
COPY crates crates
COPY python python
RUN cargo build --release --locked --package autobva-cli --bin autobva
RUN mkdir -p share && target/release/autobva completions bash > share/autobva.bash && target/release/autobva man > share/autobva.1

FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends python3 bash-completion && rm -rf /var/lib/apt/lists/*
COPY --from=build /build/target/release/autobva /usr/local/bin/autobva
COPY --from=build /build/share/autobva.bash /usr/share/bash-completion/completions/autobva
COPY --from=build /build/share/autobva.1 /usr/local/share/man/man1/autobva.1
WORKDIR /work
ENTRYPOINT ["autobva"]
