# `nix run 'git+file:.?dir=packaging'` from a clone. Evaluated with stand-ins for nixpkgs, never built.
{
  description = "A terminal explorer of rewrites";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixpkgs-unstable";
  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "shingle";
          version = (builtins.fromTOML (builtins.readFile ../Cargo.toml)).workspace.package.version;
          src = ./..;
          cargoLock.lockFile = ../Cargo.lock;
          cargoBuildFlags = [ "--bin" "shingle" ];
          # They watch folders, and start terminals and reader processes, which the sandbox of a build does not have.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            $out/bin/shingle --generate man > shingle.1
            installManPage shingle.1
            installShellCompletion --cmd shingle \
              --bash <($out/bin/shingle --generate complete-bash) \
              --zsh <($out/bin/shingle --generate complete-zsh) \
              --fish <($out/bin/shingle --generate complete-fish)
          '';
          meta = {
            description = "A terminal explorer of rewrites: w-shingling made visible, exact and live";
            license = with pkgs.lib.licenses; [ mit asl20 ];
            mainProgram = "shingle";
          };
        };
      });
    };
}
